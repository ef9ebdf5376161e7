import { and, eq, like, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/connection.ts'
import { accounts, exercises, files, ninVerifications } from '#server/platform/database/schema/schema.ts'
import { fullName } from '#shared/format/names.ts'

const account = {
  id: accounts.id,
  userId: accounts.userId,
  passwordHash: accounts.passwordHash,
  initialPasswordHash: accounts.initialPasswordHash,
  mustChangePassword: accounts.mustChangePassword,
  surname: accounts.surname,
  firstName: accounts.firstName,
  middleName: accounts.middleName,
  email: accounts.email,
  phone: accounts.phone,
  dateOfBirth: accounts.dateOfBirth,
  gender: accounts.gender,
  placeOfBirth: accounts.placeOfBirth,
  state: accounts.state,
  lga: accounts.lga,
  school: accounts.school,
  department: accounts.department,
  role: accounts.role,
  feeKobo: accounts.feeKobo,
  chargeKobo: accounts.chargeKobo,
  photoFileId: accounts.photoFileId,
  examDate: accounts.examDate,
  examTime: accounts.examTime,
  examVenue: accounts.examVenue,
  ninSealed: ninVerifications.ninSealed,
  ninPhotoFileId: ninVerifications.photoFileId,
  openRrr: sql<string | null>`(select rrr from payments where account_id = ${accounts.id} and status = 'open')`,
  isPaid: sql<boolean>`exists (select from payments where account_id = ${accounts.id} and status = 'paid')`,
}

const select = (db: Db) =>
  db
    .select(account)
    .from(accounts)
    .leftJoin(
      ninVerifications,
      and(eq(ninVerifications.accountId, accounts.id), eq(ninVerifications.outcome, 'matched')),
    )

/** An account with what its owner has reached. */
export type Account = Awaited<ReturnType<typeof select>>[number]

export interface AccountStore {
  byId(id: string): Promise<Account | null>
  /** @param userId in the spelling it was issued in */
  byUserId(userId: string): Promise<Account | null>
}

export function accountStore(db: Db): AccountStore {
  const byId = select(db)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare('account_by_id')
  const byUserId = select(db)
    .where(eq(accounts.userId, sql.placeholder('userId')))
    .prepare('account_by_user_id')
  return {
    byId: async (id) => (await byId.execute({ id }))[0] ?? null,
    byUserId: async (userId) => (await byUserId.execute({ userId }))[0] ?? null,
  }
}

/** False when the password is no longer the one that was read. */
export async function replacePassword(
  tx: Tx,
  { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
  newHash: string,
): Promise<boolean> {
  const changed = await tx
    .update(accounts)
    .set({ passwordHash: newHash, mustChangePassword: false })
    .where(and(eq(accounts.id, id), eq(accounts.passwordHash, passwordHash)))
    .returning({ id: accounts.id })
  return changed.length === 1
}

/** False when the file is not an image that this account has uploaded. */
export async function setPhoto(tx: Tx, accountId: string, fileId: string): Promise<boolean> {
  const changed = await tx
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
  return changed.length === 1
}

/** Whom a letter about this account goes to, and whose exercise it is about. */
export async function addresseeOf(tx: Tx, accountId: string) {
  const [found] = await tx
    .select({ account: accounts, exercise: exercises })
    .from(accounts)
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .where(eq(accounts.id, accountId))
  if (!found) return null
  const { surname: surName, firstName, middleName, email, userId } = found.account
  const { institution, shortName, title, year } = found.exercise
  return {
    userId,
    email,
    name: fullName({ surName, firstName, middleName }),
    office: { institution, shortName, exercise: `${title} ${year}` },
  }
}
