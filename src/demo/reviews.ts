// The staff's work on the demo's applications: some are assigned, reviewed once, decided, or wait for the chair. The seven
// applicants of the start-up table stay as they are.
import type pg from 'pg'
import { createDb, type Database, type Tx } from '#server/database/connection.ts'
import type { RecordedReason } from '#server/database/schema/decisions/reviews.ts'
import { inTransaction } from '#server/database/statement.ts'
import { addDecision, addNote, addReview, lockStatus, updateStatus } from '#server/features/reviews/case-store.ts'
import { addRecusal } from '#server/features/reviews/people-store.ts'
import { recordReason } from '#server/features/reviews/record-review.ts'
import { saveDraftOfAnswers, saveReturn } from '#server/features/reviews/returns/return-store.ts'
import { saveWithdrawal } from '#server/features/reviews/withdrawals/withdrawal-store.ts'
import { findStaffByEmail } from '#server/features/staff/store.ts'
import { type ReviewStage, stageOfVerdict, type Verdict } from '#shared/decisions/stages.ts'

interface DemoApplication {
  id: string
  decision: 'pending' | 'verified' | 'rejected'
  reasons: { type: string; reason: string }[]
}

interface People {
  reviewer: string
  reviewer2: string
  chair: string
  registry: string
}

interface Turn {
  verdicts?: readonly Verdict[]
  assigned?: 'reviewer' | 'reviewer2'
}

/** Verdicts of the two reviewers, or whose case it is; in turn for what is not published. */
const work: readonly Turn[] = [
  { verdicts: ['shortlist', 'shortlist'] },
  { verdicts: ['reject', 'reject'] },
  { verdicts: ['shortlist'] },
  { assigned: 'reviewer' },
  {},
  { verdicts: ['shortlist', 'reject'] },
  { verdicts: ['reject'] },
  { assigned: 'reviewer2' },
  {},
  { verdicts: ['hold', 'hold'] },
  { verdicts: ['return', 'return'] },
  { assigned: 'reviewer' },
]

const hourMs = 3_600_000

/** Adds it once. The demo's staff and applicants must exist. */
export async function seedDemoReviews({
  database: { db, pool },
  clock,
}: {
  database: Pick<Database, 'db' | 'pool'>
  clock: () => Date
}): Promise<void> {
  if ((await pool.query('select from application_statuses limit 1')).rowCount === 1) return
  const people = await findPeople(db)
  if (!people) return
  await inTransaction(pool, async (client) => {
    const tx = createDb(client)
    const applications = await listDemoApplications(client)
    for (const [index, application] of applications.entries()) {
      const at = new Date(clock().getTime() - (applications.length - index) * hourMs)
      await seedWork(tx, { application, people, index, at })
    }
    const [first, second] = applications.filter(({ decision }) => decision === 'pending').slice(4)
    const reason = 'The applicant was my student until 2019.'
    if (first)
      await addRecusal(tx, { applicationId: first.id, staffId: people.reviewer2, madeBy: people.reviewer2, reason })
    const returned = applications.find((application, index) => getTurn(application, index).verdicts?.includes('return'))
    if (returned) await seedReturn(tx, returned, people, clock())
    const assigned = applications.find((application, index) => getTurn(application, index).assigned === 'reviewer2')
    if (assigned) await seedWithdrawal(tx, assigned, people, clock())
    const text = 'The university confirmed the certificate by telephone.'
    if (second) await addNote(tx, { applicationId: second.id, staffId: people.chair, text, isPinned: true })
  })
}

async function findPeople(tx: Tx): Promise<People | null> {
  const find = async (mailbox: string) => (await findStaffByEmail(tx, `${mailbox}@example.org`))?.id
  const [reviewer, reviewer2] = [await find('reviewer'), await find('reviewer2')]
  const [chair, registry] = [await find('chair'), await find('registry')]
  return reviewer && reviewer2 && chair && registry ? { reviewer, reviewer2, chair, registry } : null
}

async function listDemoApplications(client: pg.ClientBase): Promise<DemoApplication[]> {
  const { rows } = await client.query<DemoApplication>(
    `select applications.id, decision, rejection_reasons as reasons
    from applications join accounts on accounts.id = applications.account_id
    where accounts.user_id > 'RE24-00007' order by applications.number`,
  )
  return rows
}

/** What two reviewers asked for: it is with the applicant for a week. */
async function seedReturn(tx: Tx, { id: applicationId }: DemoApplication, { registry }: People, at: Date) {
  const reason = 'The scan of your certificate cannot be read. Please send a clear one.'
  const until = new Date(at.getTime() + 7 * 24 * hourMs)
  await saveReturn(tx, { applicationId, submission: 1, reason, until, returnedBy: registry, at })
  await saveDraftOfAnswers(tx, applicationId, at)
  await updateStatus(tx, applicationId, { round: 2, reviewCount: 0, changedAt: at })
}

/** The applicant has written that another post was found. */
async function seedWithdrawal(tx: Tx, { id: applicationId }: DemoApplication, { registry }: People, at: Date) {
  const reason = 'Asked by email, from the address on record: another post was found.'
  await saveWithdrawal(tx, { applicationId, reason, madeBy: registry, at })
  await updateStatus(tx, applicationId, { stage: 'withdrawn', assignedTo: null, changedAt: at })
}

interface WorkSeed {
  application: DemoApplication
  people: People
  index: number
  at: Date
}

async function seedWork(tx: Tx, { application, people, index, at }: WorkSeed): Promise<void> {
  const turn = getTurn(application, index)
  if (!turn.verdicts && !turn.assigned) return
  const { reviewer, reviewer2 } = people
  const reviewers = turn.assigned === 'reviewer2' ? [reviewer2, reviewer] : [reviewer, reviewer2]
  await lockStatus(tx, application.id)
  const reviews = (turn.verdicts ?? []).map((verdict, place) => ({
    applicationId: application.id,
    round: 1,
    staffId: reviewers[place] ?? reviewer,
    verdict,
    reasons: getReasons(application, verdict),
    seenVersion: place + 1,
    at: new Date(at.getTime() + place * hourMs),
  }))
  for (const review of reviews) await addReview(tx, review)
  const [first, second] = turn.verdicts ?? []
  await updateStatus(tx, application.id, {
    stage: getStage(first, second),
    reviewCount: reviews.length,
    isSplit: second !== undefined && first !== second,
    assignedTo: reviewers[0] ?? reviewer,
    decisionId: await seedDecision(tx, reviews),
    changedAt: at,
  })
}

/** What is published was decided by two who agreed. */
function getTurn({ decision }: DemoApplication, index: number): Turn {
  if (decision === 'pending') return work[index % work.length] ?? {}
  return { verdicts: decision === 'verified' ? ['shortlist', 'shortlist'] : ['reject', 'reject'] }
}

type DemoReview = Parameters<typeof addReview>[1] & { verdict: Verdict; at: Date }

async function seedDecision(tx: Tx, [first, second]: DemoReview[]): Promise<string | null> {
  const outcome = second && first?.verdict === second.verdict ? stageOfVerdict[second.verdict] : null
  if (!first || !second || !outcome || outcome === 'returned') return null
  const { applicationId, reasons, staffId: decidedBy, at } = second
  const decision = { applicationId, stage: 'screening', outcome, decidedBy, secondedBy: first.staffId } as const
  return addDecision(tx, { ...decision, ...(reasons && { reasons }), seenVersion: 2, at })
}

const getStage = (first: Verdict | undefined, second: Verdict | undefined): ReviewStage => {
  if (!first || !second) return 'screening'
  return first === second ? stageOfVerdict[first] : 'held'
}

function getReasons({ reasons }: DemoApplication, verdict: Verdict): RecordedReason[] {
  if (verdict === 'return') return [recordReason({ code: 'document_unreadable' })]
  if (verdict !== 'reject') return []
  if (reasons.length > 0) return reasons.map((reason) => ({ code: 'other', ...reason }))
  return [recordReason({ code: 'certificate_too_low' })]
}
