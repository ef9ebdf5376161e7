// Fills an empty database with the demo accounts, each at its stage. Never called in production.
import { createHash, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { hashPassword } from '#server/features/auth/service.ts'
import type { Db, Tx } from '#server/platform/database/connection.ts'
import {
  accounts,
  applications,
  exercises,
  files,
  ninVerifications,
  payments,
} from '#server/platform/database/schema/schema.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { fileUrl } from '#shared/api/calls.ts'
import { shownTables } from '#shared/application/snapshot.ts'
import { totalDue } from '#shared/policy/money.ts'
import { applicantOf, digestOf } from '../features/applications/service.ts'
import { demoAnswers } from './answers.ts'
import { type DemoPerson, demoPassword, demoPeople, type Stage } from './applicants.ts'
import { certificate, portrait } from './files.ts'

interface Means {
  db: Db
  files: FileStore
  seal: Encryption
  clock: () => Date
}

const order: readonly Stage[] = ['new', 'unpaid', 'paid', 'identified', 'submitted', 'verified', 'rejected']
const hasReached = (person: DemoPerson, stage: Stage) => order.indexOf(person.stage) >= order.indexOf(stage)

/** Adds the accounts that are not there yet; those that are stay as their visitors left them. */
export async function seedDemo(means: Means): Promise<void> {
  const [exercise] = await means.db.select().from(exercises).limit(1)
  if (!exercise) throw new Error('The demo needs an exercise.')
  const passwordHash = await hashPassword(demoPassword)
  const there = new Set((await means.db.select({ userId: accounts.userId }).from(accounts)).map(({ userId }) => userId))
  for (const [index, person] of demoPeople.entries()) {
    if (there.has(person.userId)) continue
    await means.db.transaction((tx) => seedPerson(tx, means, { person, index, exercise, passwordHash }))
  }
}

interface Seeding {
  person: DemoPerson
  index: number
  exercise: typeof exercises.$inferSelect
  passwordHash: string
}

async function seedPerson(tx: Tx, means: Means, { person, index, exercise, passwordHash }: Seeding) {
  const { stage, words, nin, ...facts } = person
  const [account] = await tx
    .insert(accounts)
    .values({
      ...facts,
      exerciseId: exercise.id,
      passwordHash,
      initialPasswordHash: passwordHash,
      mustChangePassword: stage === 'new',
      feeKobo: exercise.feeKobo,
      chargeKobo: exercise.chargeKobo,
      ...(stage === 'verified' && {
        examDate: '7 December 2026',
        examTime: '10:00 am',
        examVenue: 'ICT Centre, Hall B',
      }),
    })
    .returning()
  if (!account) return

  if (hasReached(person, 'paid')) await seedPayment(tx, account, index)
  if (!hasReached(person, 'identified')) return
  const ninPhotoFileId = await seedIdentity(tx, means, account, nin, index)
  if (hasReached(person, 'submitted'))
    await seedApplication(tx, means, { account, stage, ninPhotoFileId, index, year: exercise.year })
}

type Account = typeof accounts.$inferSelect

async function seedPayment(tx: Tx, account: Account, index: number) {
  const paidAt = new Date(Date.UTC(2024, 9, 2 + index, 9, 30))
  await tx.insert(payments).values({
    accountId: account.id,
    orderId: `demo-${account.userId}`,
    rrr: `31000712345${index}`,
    feeKobo: account.feeKobo,
    chargeKobo: account.chargeKobo,
    status: 'paid',
    paidKobo: totalDue({ amount: account.feeKobo, charge: account.chargeKobo }),
    paidAt,
    paymentType: 'CARDPAYMENT',
    createdAt: paidAt,
  })
}

async function seedIdentity(tx: Tx, means: Means, account: Account, nin: string, index: number) {
  const photoFileId = await keepFile(tx, means, account.id, 'nin_photo', 'register.jpg', await portrait(40 * index))
  await tx.insert(ninVerifications).values({
    exerciseId: account.exerciseId,
    accountId: account.id,
    ninHash: means.seal.fingerprint(nin),
    ninSealed: means.seal.seal(nin),
    outcome: 'matched',
    photoFileId,
    consentAt: means.clock(),
  })
  return photoFileId
}

interface Submission {
  account: Account
  stage: Stage
  ninPhotoFileId: string
  index: number
  year: number
}

async function seedApplication(tx: Tx, means: Means, { account, stage, ninPhotoFileId, index, year }: Submission) {
  const photoFileId = await keepFile(tx, means, account.id, 'upload', 'passport.jpg', await portrait(40 * index + 15))
  await tx.update(accounts).set({ photoFileId }).where(eq(accounts.id, account.id))
  const scan = await keepFile(tx, means, account.id, 'upload', 'certificate.png', await certificate('Certificate'))
  const answers = demoAnswers(fileUrl(scan))
  const { rows } = await tx.execute<{ serial: string }>(sql`select nextval('application_numbers') as serial`)
  await tx.insert(applications).values({
    exerciseId: account.exerciseId,
    accountId: account.id,
    number: `APP-${year}-${String(rows[0]?.serial).padStart(6, '0')}`,
    answers,
    shown: shownTables(applicantOf(account), answers),
    answersDigest: digestOf(answers),
    photoFileId,
    ninPhotoFileId,
    ...decisions[stage],
  })
}

const publishedAt = '2024-12-16T09:00:00.000Z'
const decisions: Partial<Record<Stage, Partial<typeof applications.$inferInsert>>> = {
  verified: {
    decision: 'verified',
    cbtResult: { score: 71, maximum: 100, remark: 'Pass', publishedAt },
    interviewResult: { score: 64, maximum: 80, publishedAt },
  },
  rejected: {
    decision: 'rejected',
    rejectionReasons: [
      { type: 'Document', reason: 'The scan of your certificate cannot be read. Upload a clearer one.' },
      { type: 'Referee', reason: 'The phone number of your second referee does not answer.' },
    ],
  },
}

async function keepFile(
  tx: Tx,
  { files: store }: Means,
  accountId: string,
  kind: 'upload' | 'nin_photo',
  name: string,
  bytes: Buffer,
) {
  const id = randomUUID()
  const type = name.endsWith('.png') ? 'image/png' : 'image/jpeg'
  await store.put(id, bytes, type)
  const sha256 = createHash('sha256').update(bytes).digest()
  await tx.insert(files).values({ id, accountId, kind, name, type, size: bytes.length, sha256 })
  return id
}
