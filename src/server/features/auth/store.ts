import { and, eq, like, sql } from 'drizzle-orm'
import { applicantColumns } from '#server/database/applicant-columns.ts'
import type { Db, Tx } from '#server/database/connection.ts'
import { accounts, sessions } from '#server/database/schema/accounts-and-sessions.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { files } from '#server/database/schema/files.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { isLiveSession, type LiveSessionValues } from '#server/domain/live-session.ts'
import { ownDeadline } from '#server/domain/own-deadline.ts'
import { contactColumns } from '#server/domain/registry-contact.ts'

const columns = {
  ...applicantColumns,
  id: accounts.id,
  passwordHash: accounts.passwordHash,
  initialPasswordHash: accounts.initialPasswordHash,
  mustChangePassword: accounts.mustChangePassword,
  placeOfBirth: accounts.placeOfBirth,
  feeKobo: accounts.feeKobo,
  chargeKobo: accounts.chargeKobo,
  photoFileId: accounts.photoFileId,
  examDate: accounts.examDate,
  examTime: accounts.examTime,
  examVenue: accounts.examVenue,
  encryptedNin: ninVerifications.encryptedNin,
  ninPhotoFileId: ninVerifications.photoFileId,
  exercise: {
    institution: exercises.institution,
    shortName: exercises.shortName,
    title: exercises.title,
    year: exercises.year,
    status: exercises.status,
    // Once it is archived nothing can be submitted, whatever its deadline.
    deadline: sql`least(${ownDeadline}, ${exercises.archivedAt})`.mapWith(exercises.deadline),
    ...contactColumns,
  },
  openRrr: sql<string | null>`(select rrr from payments where account_id = ${accounts.id} and status = 'open')`,
  isPaid: sql<boolean>`exists (select from payments where account_id = ${accounts.id} and status = 'paid')`,
}

const matchedNin = and(eq(ninVerifications.accountId, accounts.id), eq(ninVerifications.outcome, 'matched'))

const selectAccount = (db: Db) =>
  db
    .select(columns)
    .from(accounts)
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .leftJoin(ninVerifications, matchedNin)

const selectWithSession = (db: Db) =>
  db
    .select({ ...columns, session: { sessionId: sessions.id, lastSeenAt: sessions.lastSeenAt } })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .leftJoin(ninVerifications, matchedNin)
    .where(isLiveSession)

/** An account with its payment and NIN status. */
export type OwnAccount = Awaited<ReturnType<typeof selectAccount>>[number]

export type AccountOfSession = Awaited<ReturnType<typeof selectWithSession>>[number]

export interface AccountStore {
  findById(id: string): Promise<OwnAccount | null>
  /** @param userId normalized by `normalizeUserId` */
  findByUserId(userId: string): Promise<OwnAccount | null>
  /** The account of a live session. */
  findBySession(values: LiveSessionValues): Promise<AccountOfSession | null>
}

export function createAccountStore(db: Db): AccountStore {
  const byId = selectAccount(db)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare('account_by_id')
  const byUserId = selectAccount(db)
    .where(eq(accounts.userId, sql.placeholder('userId')))
    .prepare('account_by_user_id')
  const bySession = selectWithSession(db).prepare('account_by_session')
  return {
    findById: async (id) => (await byId.execute({ id }))[0] ?? null,
    findByUserId: async (userId) => (await byUserId.execute({ userId }))[0] ?? null,
    findBySession: async (values) => (await bySession.execute(values))[0] ?? null,
  }
}

/** What the institution and the exercise of this account are called. */
export async function listInstitutionNames(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx
    .select({ institution: exercises.institution, shortName: exercises.shortName, title: exercises.title })
    .from(exercises)
    .innerJoin(accounts, eq(accounts.exerciseId, exercises.id))
    .where(eq(accounts.id, accountId))
  return rows.flatMap((names) => Object.values(names))
}

/** Returns false when the password was changed since the account was read. */
export async function replacePassword(
  tx: Tx,
  { id, passwordHash }: Pick<OwnAccount, 'id' | 'passwordHash'>,
  newHash: string,
): Promise<boolean> {
  const rows = await tx
    .update(accounts)
    .set({ passwordHash: newHash, mustChangePassword: false })
    .where(and(eq(accounts.id, id), eq(accounts.passwordHash, passwordHash)))
    .returning({ id: accounts.id })
  return rows.length === 1
}

export async function hasPhoto(tx: Tx, accountId: string, fileId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), eq(accounts.photoFileId, fileId)))
  return rows.length === 1
}

/** Returns false when the file is not an image that this account has uploaded. */
export async function setPhoto(tx: Tx, accountId: string, fileId: string): Promise<boolean> {
  const rows = await tx
    .update(accounts)
    .set({ photoFileId: files.id })
    .from(files)
    .where(
      and(
        eq(accounts.id, accountId),
        eq(files.id, fileId),
        eq(files.accountId, accountId),
        eq(files.kind, 'upload'),
        like(files.type, 'image/%'),
      ),
    )
    .returning({ id: accounts.id })
  return rows.length === 1
}
