// Fills an empty database with the demo accounts. Never called in production.
import { createHash, randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { toApplicant } from '#server/database/applicant-columns.ts'
import type { Db, Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { files } from '#server/database/schema/files.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { serializeAnswers } from '#server/features/applications/answers-digest.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { renderApplicationTables } from '#shared/application/application-tables.ts'
import { privacyVersion } from '#shared/policy/privacy.ts'
import { createDemoAnswers } from './answers.ts'
import { type DemoApplicant, type DemoStage, demoApplicants, demoPassword } from './applicants.ts'
import { addDays, describePastExamDay } from './days.ts'
import { drawCertificate, drawPortrait } from './files.ts'
import { addDemoPayment } from './payments.ts'

interface SeedDependencies {
  db: Db
  files: FileStore
  encryption: Encryption
  clock: () => Date
}

const stages: readonly DemoStage[] = ['new', 'unpaid', 'paid', 'identified', 'submitted', 'verified', 'rejected']
const hasReached = (applicant: DemoApplicant, stage: DemoStage) =>
  stages.indexOf(applicant.stage) >= stages.indexOf(stage)

/** Adds the missing accounts; existing ones stay as their visitors left them. */
export async function seedDemo(dependencies: SeedDependencies): Promise<void> {
  const [exercise] = await dependencies.db.select().from(exercises).limit(1)
  if (!exercise) throw new Error('The demo needs an exercise.')
  const userIds = demoApplicants.map(({ userId }) => userId)
  const rows = await dependencies.db
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(inArray(accounts.userId, userIds))
  const existing = new Set(rows.map(({ userId }) => userId))
  if (existing.size === userIds.length) return
  const passwordHash = await hashPassword(demoPassword)
  for (const [index, applicant] of demoApplicants.entries()) {
    if (existing.has(applicant.userId)) continue
    await dependencies.db.transaction((tx) =>
      seedApplicant(tx, dependencies, { applicant, index, exercise, passwordHash }),
    )
  }
}

interface ApplicantSeed {
  applicant: DemoApplicant
  index: number
  exercise: typeof exercises.$inferSelect
  passwordHash: string
}

async function seedApplicant(
  tx: Tx,
  dependencies: SeedDependencies,
  { applicant, index, exercise, passwordHash }: ApplicantSeed,
) {
  const { stage, description, nin, ...facts } = applicant
  const now = dependencies.clock()
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
      createdAt: addDays(now, -60),
      ...(stage === 'verified' && {
        examDate: describePastExamDay(now),
        examTime: '10:00 am',
        examVenue: 'ICT Centre, Hall B',
      }),
    })
    .returning()
  if (!account) return

  if (hasReached(applicant, 'paid'))
    await addDemoPayment(tx, account, { rrr: `31000712345${index}`, paidAt: addDays(now, index - 50) })
  if (!hasReached(applicant, 'identified')) return
  const ninPhotoFileId = await seedNinVerification(tx, dependencies, account, nin, index)
  if (hasReached(applicant, 'submitted'))
    await seedApplication(tx, dependencies, { account, stage, ninPhotoFileId, index, year: exercise.year })
}

type AccountRow = typeof accounts.$inferSelect

async function seedNinVerification(
  tx: Tx,
  dependencies: SeedDependencies,
  account: AccountRow,
  nin: string,
  index: number,
) {
  const verifiedAt = addDays(dependencies.clock(), index - 49)
  const photoFileId = await saveFile(
    tx,
    dependencies,
    account.id,
    'nin_photo',
    'register.jpg',
    await drawPortrait(40 * index),
  )
  await tx.insert(ninVerifications).values({
    exerciseId: account.exerciseId,
    accountId: account.id,
    ninHash: dependencies.encryption.fingerprint(nin),
    encryptedNin: dependencies.encryption.encrypt(nin),
    outcome: 'matched',
    photoFileId,
    requestedAt: verifiedAt,
    consentAt: verifiedAt,
    consentVersion: privacyVersion,
    createdAt: verifiedAt,
  })
  return photoFileId
}

interface ApplicationSeed {
  account: AccountRow
  stage: DemoStage
  ninPhotoFileId: string
  index: number
  year: number
}

async function seedApplication(
  tx: Tx,
  dependencies: SeedDependencies,
  { account, stage, ninPhotoFileId, index, year }: ApplicationSeed,
) {
  const photoFileId = await saveFile(
    tx,
    dependencies,
    account.id,
    'upload',
    'passport.jpg',
    await drawPortrait(40 * index + 15),
  )
  await tx.update(accounts).set({ photoFileId }).where(eq(accounts.id, account.id))
  const certificateFileId = await saveFile(
    tx,
    dependencies,
    account.id,
    'upload',
    'certificate.png',
    await drawCertificate('Certificate'),
  )
  const answers = createDemoAnswers(getFileUrl(certificateFileId))
  const { rows } = await tx.execute<{ serial: string }>(sql`select nextval('application_numbers') as serial`)
  await tx.insert(applications).values({
    exerciseId: account.exerciseId,
    accountId: account.id,
    number: `APP-${year}-${String(rows[0]?.serial).padStart(6, '0')}`,
    answers,
    renderedTables: renderApplicationTables(toApplicant(account), answers),
    answersDigest: serializeAnswers(answers).digest,
    photoFileId,
    ninPhotoFileId,
    submittedAt: addDays(dependencies.clock(), index - 48),
    ...createDecision(stage, dependencies.clock()),
  })
}

function createDecision(stage: DemoStage, now: Date): Partial<typeof applications.$inferInsert> {
  const publishedAt = addDays(now, -7).toISOString()
  switch (stage) {
    case 'verified':
      return {
        decision: 'verified',
        cbtResult: { score: 71, maximum: 100, remark: 'Pass', publishedAt },
        interviewResult: { score: 64, maximum: 80, publishedAt },
      }
    case 'rejected':
      return {
        decision: 'rejected',
        rejectionReasons: [
          {
            type: 'Document',
            reason:
              'The scan of your certificate cannot be read. Reply to us and we will tell you how to send a clearer copy.',
          },
          { type: 'Referee', reason: 'The phone number of your second referee does not answer.' },
        ],
      }
    default:
      return {}
  }
}

async function saveFile(
  tx: Tx,
  { files: store }: SeedDependencies,
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
