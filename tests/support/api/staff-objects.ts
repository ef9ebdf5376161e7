// One of everything that calls of the staff name, all of the same exercise, for tests of who reaches it. Names, titles and
// texts have the word `Unreachable`, so that a reply that shows one is noticed.
import { randomBytes } from 'node:crypto'
import { finalOutcomeRecords, offers } from '#server/database/schema/decisions/offers.ts'
import { recusals } from '#server/database/schema/decisions/reviews.ts'
import { emails, mailings } from '#server/database/schema/emails-and-corrections.ts'
import { exercisePosts, exerciseProposals } from '#server/database/schema/exercises.ts'
import { exportRegister } from '#server/database/schema/exports.ts'
import { imports } from '#server/database/schema/imports.ts'
import { interviewSlots, panelMembers, panels } from '#server/database/schema/interviews.ts'
import { moneyCases } from '#server/database/schema/money-cases.ts'
import { resultEntries, results } from '#server/database/schema/results.ts'
import { selectionItems, selections } from '#server/database/schema/selections.ts'
import { settlementLines, settlements } from '#server/database/schema/settlements.ts'
import { seatingRuns, seats, sittings, venues } from '#server/database/schema/sittings.ts'
import { staffPasskeys, staffProposals, staffViews } from '#server/database/schema/staff.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { createApplicationToReview } from '../fixtures/application-to-review.ts'
import { createPdfFile } from '../fixtures/documents.ts'
import { decideApplications } from '../fixtures/many-applications.ts'
import { defaultRules, venueOf } from '../fixtures/sittings.ts'
import type { TestApi } from './api.ts'
import { createStaff } from './staff.ts'

const inAnHour = () => new Date(Date.now() + 3_600_000)

function getFirst<T>([row]: T[]): T {
  if (!row) throw new Error('The row was not stored.')
  return row
}

export type StaffObjects = Awaited<ReturnType<typeof createStaffObjects>>

/** @param exerciseId of the exercise in which applicants are created */
export async function createStaffObjects(api: TestApi, exerciseId: number) {
  const { db } = api.database
  const maker = await createStaff(api, ['registry'], { isFresh: true, name: 'Maker' })
  const panel = [(await createStaff(api, ['reviewer'])).id, (await createStaff(api, ['reviewer'])).id] as const
  const applicant = await createApplicationToReview(api, { surname: 'Unreachable', school: 'Technology' })
  const { accountId, userId, number, id: applicationId } = applicant
  const upload = new FormData()
  upload.append('file', new Blob([new Uint8Array(await createPdfFile())]), 'unreachable.pdf')
  const uploaded = await api.call('POST', '/upload/file', { token: applicant.token, body: upload })
  const session = await api.database.pool.query('select id from sessions where account_id = $1', [accountId])
  const facts = { surname: 'Unreachables', reason: 'Typed wrongly on the list.', version: 1 }
  const correction = await maker.call('PATCH', `/staff/applicants/${userId}`, { body: facts })
  const complaint = { userId, complain: 'Unreachable.', fullname: null, email: null }
  const linked = await api.call('POST', '/contact/create', { body: complaint })
  const encryptedAddress = createEncryption(api.config.secretKeys).encrypt('unreachable@example.org')
  const written = { template: 'passwordChanged', accountId, state: 'sent', encryptedAddress } as const
  const email = await db.insert(emails).values(written).returning()
  const recused = await createStaff(api, ['reviewer'])
  const recusal = await db
    .insert(recusals)
    .values({ staffId: recused.id, applicationId, reason: 'Unreachable.', madeBy: maker.id })
    .returning()
  await decideApplications(api, [applicationId], { outcome: 'shortlisted', by: panel })
  const filter = { exercise: 2024, numbers: [number] }
  const selection = await maker.call('POST', '/staff/selections', { body: { of: 'applications', filter } })
  const draft = { kind: 'shortlist', title: 'Unreachable', selection: selection.body.data.id }
  const publication = await maker.call('POST', '/staff/publications', { body: draft })
  const settings = { fee: 17_000 }
  const change = await db
    .insert(exerciseProposals)
    .values({ exerciseId, settings, seenVersion: 1, madeBy: maker.id })
    .returning()
  const venue = getFirst(
    await db
      .insert(venues)
      .values({ ...venueOf({ name: 'Unreachable hall' }), exerciseId })
      .returning(),
  )
  const sitting = await db
    .insert(sittings)
    .values({
      exerciseId,
      venueId: venue.id,
      kind: 'cbt',
      label: 'Unreachable batch',
      reportsAt: inAnHour(),
      startsAt: inAnHour(),
      endsAt: new Date(inAnHour().getTime() + 3_600_000),
      capacity: 10,
      madeBy: maker.id,
    })
    .returning()
  const ofRun = { exerciseId, kind: 'cbt', selectionId: selection.body.data.id, rules: defaultRules, seed: 1 } as const
  const seating = await db
    .insert(seatingRuns)
    .values({ ...ofRun, sittingIds: [getFirst(sitting).id], madeBy: maker.id })
    .returning()
  const seat = await db
    .insert(seats)
    .values({
      sittingId: getFirst(sitting).id,
      kind: 'cbt',
      applicationId,
      seatNumber: 1,
      runId: getFirst(seating).id,
    })
    .returning()
  const interview = await db
    .insert(sittings)
    .values({ ...getFirst(sitting), id: undefined, kind: 'interview', label: 'Unreachable interview' })
    .returning()
  const ofInterview = { sittingId: getFirst(interview).id, kind: 'interview' } as const
  const interviewSeat = await db
    .insert(seats)
    .values({ ...ofInterview, applicationId, seatNumber: 1, runId: getFirst(seating).id })
    .returning()
  const interviewPanel = await db
    .insert(panels)
    .values({ ...ofInterview, name: 'Unreachable panel', madeBy: maker.id })
    .returning()
  await db.insert(interviewSlots).values({
    seatId: getFirst(interviewSeat).id,
    sittingId: getFirst(interview).id,
    panelId: getFirst(interviewPanel).id,
    startsAt: inAnHour(),
    endsAt: new Date(inAnHour().getTime() + 60_000),
  })
  const entry = { applicationId, score: 50, maximum: 100, enteredBy: maker.id, seenVersion: 0 } as const
  await db.insert(resultEntries).values({ ...entry, kind: 'interview' })
  const list = { kind: 'accounts', sha256: randomBytes(32), exerciseId, state: 'checked', madeBy: maker.id } as const
  const checked = await db.insert(imports).values(list).returning()
  const settled = { exerciseId, firstDay: '2024-06-10', lastDay: '2024-06-10' } as const
  const file = await db
    .insert(imports)
    .values({
      ...list,
      kind: 'settlement',
      sha256: randomBytes(32),
      options: { name: 'Unreachable.csv', totalKobo: 1 },
    })
    .returning()
  const settlement = await db
    .insert(settlements)
    .values({ ...settled, importId: getFirst(file).id })
    .returning()
  await db.insert(settlementLines).values({
    settlementId: getFirst(settlement).id,
    exerciseId,
    line: 2,
    rrr: '999999999998',
    amountKobo: 1,
    paidOn: settled.firstDay,
    channel: 'Unreachable',
  })
  const post = await db
    .insert(exercisePosts)
    .values({ exerciseId, school: 'Unreachable', role: 'Unreachable', vacancies: 1 })
    .returning()
  const selected = { applicationId, postId: getFirst(post).id, until: inAnHour() } as const
  const outcome = await db
    .insert(finalOutcomeRecords)
    .values({ ...selected, outcome: 'selected', recordedBy: maker.id, seenVersion: 0 })
    .returning()
  await db.insert(offers).values({ ...selected, outcomeId: getFirst(outcome).id })
  const result = { applicationId, kind: 'cbt', score: 50, maximum: 100, enteredBy: maker.id } as const
  await db.insert(results).values({ ...result, importId: getFirst(checked).id })

  const unpaid = { exerciseId, accountId, rrr: '310000000099', amountKobo: 100 } as const
  const moneyCase = await db
    .insert(moneyCases)
    .values({ ...unpaid, kind: 'missing_here' })
    .returning()
  const decided = { proposedBy: panel[0], proposedAt: inAnHour(), approvedBy: panel[1], approvedAt: inAnHour() }
  const refund = await db
    .insert(moneyCases)
    .values({ ...unpaid, ...decided, kind: 'over', state: 'refund_approved', refundKobo: 100 })
    .returning()

  const person = await createStaff(api, [{ role: 'helpdesk', exerciseId }], { name: 'Unreachable Person' })
  const personSession = await api.database.pool.query('select id from staff_sessions where staff_id = $1', [person.id])
  const added = { role: 'dpo', exerciseId, school: null, department: null }
  const proposal = await db
    .insert(staffProposals)
    .values({ staffId: person.id, change: { add: [added] }, madeBy: maker.id })
    .returning()
  const passkey = await db
    .insert(staffPasskeys)
    .values({ credentialId: randomBytes(16), staffId: person.id, publicKey: randomBytes(16) })
    .returning()
  const view = await db
    .insert(staffViews)
    .values({ staffId: person.id, list: 'applicants', name: 'Unreachable', query: {} })
    .returning()

  const paid = await api.database.pool.query('select rrr from payments where account_id = $1', [accountId])

  return {
    accountId,
    applicationId,
    userId,
    number,
    year: '2024',
    session: String(session.rows[0].id),
    file: String(uploaded.body.fileUrl.split('/').at(-1)),
    correction: String(correction.body.data.proposal),
    complaint: String(linked.body.data.number),
    email: getFirst(email).id,
    recusal: getFirst(recusal).id,
    publication: String(publication.body.data.id),
    change: getFirst(change).id,
    import: getFirst(checked).id,
    settlement: getFirst(settlement).id,
    day: settled.firstDay,
    venue: venue.id,
    sitting: getFirst(sitting).id,
    seating: getFirst(seating).id,
    seat: getFirst(seat).id,
    rrr: String(paid.rows[0].rrr),
    interview: getFirst(interview).id,
    interviewSeat: getFirst(interviewSeat).id,
    panel: getFirst(interviewPanel).id,
    moneyCase: getFirst(moneyCase).id,
    refund: getFirst(refund).id,
    reviewer: panel[0],
    person: person.id,
    personSession: String(personSession.rows[0].id),
    proposal: getFirst(proposal).id,
    passkey: getFirst(passkey).id,
    view: getFirst(view).id,
  }
}

/** What somebody has made there before the roles were changed. */
export async function addOwnWork(
  api: TestApi,
  madeBy: string,
  { exerciseId, applicationId, panel }: { exerciseId: number; applicationId: string; panel: string },
) {
  const { db } = api.database
  await db.insert(panelMembers).values({ panelId: panel, staffId: madeBy })
  const selection = await db
    .insert(selections)
    .values({ exerciseId, filter: {}, count: 1, madeBy, expiresAt: inAnHour() })
    .returning()
  await db.insert(selectionItems).values({ selectionId: getFirst(selection).id, applicationId })
  const draft = { kind: 'firstEmail' as const, exerciseId, filter: {}, recipients: 1, leftOut: [] }
  const mailing = await db
    .insert(mailings)
    .values({ ...draft, madeBy, expiresAt: inAnHour() })
    .returning()
  const made = { exerciseId, kind: 'applications', format: 'csv', isPersonal: false } as const
  const file = await db
    .insert(exportRegister)
    .values({ ...made, columns: ['number'], reason: 'Unreachable.', state: 'failed', madeBy })
    .returning()
  return { selection: getFirst(selection).id, mailing: getFirst(mailing).id, export: getFirst(file).id }
}

export async function recuseFrom(api: TestApi, staffId: string, applicationId: string, madeBy: string) {
  await api.database.db.insert(recusals).values({ staffId, applicationId, reason: 'They are related.', madeBy })
}
