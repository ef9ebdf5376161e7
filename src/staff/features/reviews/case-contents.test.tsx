// What the page of a case says: how it stands, what happened, what was sent before, and what the answers say to the post.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ApplicationDetails } from '#shared/api/staff/applications/application-details.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'
import { buildCase } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  busyServer,
  click,
  comeBackLater,
  findDialog,
  findToast,
  setUpStaffApi,
  user,
  visit,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
const at = '2024-03-05T09:00:00.000Z'
const { may, status, applicant } = buildCase()
const musa = { id: 'p1', name: 'Musa Danladi' }
const hauwa = { id: 'p2', name: 'Hauwa Chair' }
/** The person of `signInAs`. */
const own = { id: '0f0e8f6c-3b0e-4d57-9f0f-3a2f1f6b1c01', name: 'Bisi Ajayi' }

beforeEach(() => {
  api.answer({ renewViewing: { viewers: [], version: 1, until: at }, endViewing: {} })
})

async function visitCase(more: Partial<ApplicationDetails> = {}, role: StaffRole = 'reviewer') {
  api.signInAs({ roles: [role] })
  api.answer({ staffApplication: buildCase(more) })
  return visit('/applications/APP-1')
}
const openTab = (name: string) => user.click(screen.getByRole('tab', { name }))
const readPanel = () => screen.getByRole('tabpanel', { name: 'History' }).textContent
const region = (name: string) => within(screen.getByRole('region', { name }))

test('the head says how far the reviews are, whether they disagree, and whose it is', async () => {
  const first = await visitCase()
  expect(screen.getByText('0 of 2 reviews')).toBeDefined()
  expect(screen.queryByText(/^Assigned to/)).toBeNull()
  expect(screen.queryByText(/You can go on, or take another one\.$/)).toBeNull()
  first.unmount()
  await visitCase({ status: { ...status, reviews: 2, split: true, assignedTo: musa } })
  expect(screen.getByText('2 of 2 reviews, and the reviewers disagree')).toBeDefined()
  expect(screen.getByText('Assigned to Musa Danladi')).toBeDefined()
})

test('an applicant without a department is of the school', async () => {
  await visitCase({ applicant: { ...applicant, department: null } })
  expect(screen.getByText('Lecturer I, Technology')).toBeDefined()
})

test('the head leads to the applicant', async () => {
  await visitCase()
  expect(screen.getByRole('link', { name: applicant.userId }).getAttribute('href')).toBe('/staff/applicants/RE24-00042')
})

test.each<[string, Partial<ApplicationDetails>, string]>([
  ['is not published', {}, 'Submitted, no outcome published'],
  ['is published', { published: { outcome: 'verified', reasons: [] } }, 'Published: Shortlisted'],
  ['was rejected', { published: { outcome: 'rejected', reasons: [] } }, 'Published: Rejected'],
  ['is withdrawn', { status: { ...status, stage: 'withdrawn' } }, 'Withdrawn'],
])('who knows the status alone reads of a case that %s: %3$s', async (_, more, text) => {
  await visitCase({ ...more, renderedTables: null, may: { ...may, review: false, note: false } }, 'helpdesk')
  expect(screen.getByText(text)).toBeDefined()
  expect(screen.queryByText(/ of 2 reviews/)).toBeNull()
})

test.each<[string, Partial<ApplicationDetails>, RegExp]>([
  [
    'has been reviewed by the reader',
    { reviews: [{ id: 'r1', round: 1, person: own, at, verdict: 'hold', reasons: [], note: '' }] },
    /^You recorded “Hold” on 5 March 2024/,
  ],
  [
    'is withdrawn',
    { withdrawal: { reason: 'By email.', person: musa, at } },
    /^The application is withdrawn\. Nothing is recorded about it\.$/,
  ],
  [
    'is with the applicant',
    { correction: { reason: 'Upload it.', until: at } },
    /^The application is with the applicant for correction\.$/,
  ],
  [
    'is decided',
    { decided: { outcome: 'held', reasons: [], decidedBy: musa, secondedBy: null, at }, isSecondPerson: false },
    /^The case is decided\.$/,
  ],
  [
    'has been reviewed by a colleague',
    { reviews: [{ id: 'r1', round: 1, person: musa, at, verdict: 'hold', reasons: [], note: '' }] },
    /^There is nothing for you to record here\.$/,
  ],
  ['is of no concern', {}, /^There is nothing for you to record here\.$/],
])('in place of the verdict a case that %s says so', async (_, more, text) => {
  await visitCase({ ...more, may: { ...may, review: false } })
  expect(region('Review').getByText(text)).toBeDefined()
})

test('a review of an earlier round is none of the reader’s any more', async () => {
  const review = { id: 'r1', round: 1, person: own, at, verdict: 'hold' as const, reasons: [], note: '' }
  await visitCase({ reviews: [review], status: { ...status, round: 2 }, may: { ...may, review: false } })
  expect(region('Review').getByText('There is nothing for you to record here.')).toBeDefined()
  await openTab('History')
  expect(readPanel()).toContain('Bisi Ajayi: Hold')
  expect(readPanel()).toContain('Of an earlier round: it does not count any more.')
})

test('the history tells what happened; of a review that may not be seen yet it tells that alone', async () => {
  const reason = {
    code: 'incomplete',
    type: 'Form',
    reason: 'Parts of your form are empty.',
    about: 'referees',
    entry: 2,
    note: null,
  } as const
  const ofNoPart = { ...reason, code: 'other', reason: 'A paper is not genuine.', about: null, entry: null } as const
  const page = await visitCase({
    reviews: [
      { id: 'r1', round: 1, person: musa, at, verdict: null, reasons: [], note: '' },
      { id: 'r2', round: 1, person: own, at, verdict: 'reject', reasons: [reason, ofNoPart], note: 'As he said.' },
    ],
    decided: { outcome: 'rejected', reasons: [{ ...reason, entry: null }], decidedBy: hauwa, secondedBy: own, at },
    published: { outcome: 'rejected', reasons: [] },
    withdrawals: [
      { event: 'reinstated', reason: 'A mistake.', person: hauwa, at: '2024-03-07T09:00:00.000Z' },
      { event: 'withdrawn', reason: 'By email.', person: musa, at: '2024-03-06T09:00:00.000Z' },
    ],
  })
  await openTab('History')
  const text = readPanel() ?? ''
  const parts = [
    'Danjuma Ladi Hauwa submitted the application4 March',
    'Musa Danladi recorded a review. You see it when you have recorded yours.',
    'Bisi Ajayi: Reject',
    'Parts of your form are empty. (Referees 2)',
    'As he said.',
    'Decided: Rejected, by Hauwa Chair with Bisi Ajayi',
    'Parts of your form are empty. (Referees)',
    'Musa Danladi withdrew the application',
    'By email.',
    'Hauwa Chair reinstated the application',
    'Published: the applicant reads “Your application was not successful”.',
  ]
  expect(parts.map((part) => text.indexOf(part)).every((place, n, all) => place > (all[n - 1] ?? -1))).toBe(true)
  expect(text).not.toContain('does not count any more')
  expect(screen.getByText('A paper is not genuine.')).toBeDefined()
  // Of what has reasons alone.
  expect(screen.getByRole('tabpanel').querySelectorAll('ul')).toHaveLength(2)
  page.unmount()

  await visitCase({ decided: { outcome: 'held', reasons: [], decidedBy: hauwa, secondedBy: null, at } })
  await openTab('History')
  expect(readPanel()).toMatch(/Decided: Held, by Hauwa Chair\d/)
  expect(readPanel()).not.toContain('Published')
})

const version = (submission: number) => ({
  submission,
  submittedAt: '2024-03-01T09:00:00.000Z',
  renderedTables: buildCase().renderedTables ?? [],
  photos: { submitted: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55', nin: null },
})
const returned = { submission: 1, reason: 'Upload the certificate.', until: at, person: musa, at }

test('what was sent before is kept apart, with who returned it and why', async () => {
  await visitCase({
    submission: 2,
    versions: [version(1)],
    returns: [{ ...returned, reason: null, until: null, person: hauwa, at: '2024-03-06T09:00:00.000Z' }, returned],
  })
  expect(screen.getByText(/^Sent again on 4 March 2024/)).toBeDefined()
  await openTab('Earlier')
  const items = within(screen.getByRole('list', { name: 'Returns' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Hauwa Chair took the return back6 March 2024/),
    expect.stringMatching(/^Musa Danladi returned it until 5 March 2024.*Upload the certificate\.$/),
  ])
  const panel = within(screen.getByRole('tabpanel', { name: 'Earlier' }))
  expect(panel.getByText(/^Submission 1, sent 1 March 2024/)).toBeDefined()
  expect(panel.getByText(/: none$/)).toBeDefined()
  expect(panel.getByText('Referees, as sent before')).toBeDefined()
  expect(panel.queryByRole('button', { name: /^Flag/ })).toBeNull()
  await openTab('History')
  expect(readPanel()).toContain('submitted the application again, corrected')
})

test('each of several earlier submissions but the first was sent again', async () => {
  await visitCase({ submission: 3, versions: [version(1), version(2)], returns: [returned] })
  await openTab('Earlier')
  const earlier = screen.getByRole('tabpanel', { name: 'Earlier' }).textContent
  expect(earlier.match(/Submission \d/g)).toEqual(['Submission 2', 'Submission 1'])
  await openTab('History')
  expect(readPanel()?.match(/submitted the application( again)?(, corrected)?/g)).toEqual([
    'submitted the application',
    'submitted the application again',
    'submitted the application again, corrected',
  ])
})

test.each<[string, Partial<ApplicationDetails>, string | null]>([
  [
    'is with the applicant',
    { correction: { reason: 'Upload it.', until: at } },
    'With the applicant until 5 March 2024',
  ],
  [
    'was not sent again',
    { status: { ...status, stage: 'returned' }, returns: [returned] },
    'Not sent again by 5 March 2024',
  ],
  [
    'was returned before it was sent last',
    { status: { ...status, stage: 'returned' }, submission: 2, returns: [returned] },
    'Sent again on 4 March 2024',
  ],
  [
    'was taken back',
    { status: { ...status, stage: 'returned' }, returns: [{ ...returned, reason: null, until: null }] },
    null,
  ],
  ['is as it was sent', {}, null],
])('a case that %s says so: %3$s', async (_, more, title) => {
  await visitCase(more)
  const said = screen.queryByText(/^(With the applicant until|Not sent again by|Sent again on)/)?.textContent ?? null
  expect(title === null ? said : said?.startsWith(title)).toBe(title === null ? null : true)
})

test('without returns and recusals there are no tabs of them, and without notes it says so', async () => {
  await visitCase()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Notes (0)', 'History'])
  expect(screen.getByText('No notes yet.')).toBeDefined()
  expect(screen.getByText('The application has no files.')).toBeDefined()
})

test('pinned notes stand first, and who may write none has no form', async () => {
  const note = { person: musa, at }
  await visitCase({
    notes: [
      { ...note, id: 'n1', text: 'First.', pinned: false },
      { ...note, id: 'n2', text: 'Second.', pinned: true },
    ],
    may: { ...may, note: false },
  })
  const items = within(screen.getByRole('list', { name: 'Notes' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Musa Danladi, pinned.*Second\.$/),
    expect.stringMatching(/^Musa Danladi5.*First\.$/),
  ])
  expect(items.map(({ dataset }) => dataset.pinned)).toEqual(['true', undefined])
  expect(screen.queryByLabelText('New note')).toBeNull()
  expect(screen.queryByRole('button', { name: 'I have a conflict of interest' })).toBeNull()
})

test('what the answers say to the post is a suggestion; without requirements there is none', async () => {
  const check = {
    name: 'minCertificate',
    label: 'Lowest certificate',
    asked: 'PhD',
    found: 'MSc',
    isMet: false,
  } as const
  const page = await visitCase({
    requirements: {
      suggestion: 'falls_short',
      summary: 'One of three is not met.',
      checks: [
        check,
        { ...check, name: 'minYears', label: 'Years', asked: '3', found: '5', isMet: true },
        { ...check, name: 'minPublications', label: 'Publications', asked: '2', found: '', isMet: null },
      ],
    },
  })
  const card = region('Requirements')
  expect(card.getByText('One of three is not met. A suggestion: you decide.')).toBeDefined()
  expect(card.getByText('Falls short')).toBeDefined()
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Lowest certificate: not met. Asked PhD, found MSc.',
    'Years: met. Asked 3, found 5.',
    'Publications: unclear. Asked 2, not said.',
  ])
  page.unmount()
  const none = await visitCase({ requirements: { suggestion: 'none', summary: 'Nothing.', checks: [] } })
  expect(region('Requirements').getByText('No requirements are set for this post.')).toBeDefined()
  expect(region('Requirements').queryByText('Falls short')).toBeNull()
  none.unmount()
  await visitCase()
  expect(screen.queryByRole('region', { name: 'Requirements' })).toBeNull()
})

test('who left the case comes back when a second person says so, and nobody else', async () => {
  const recusal = {
    id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55',
    person: musa,
    reason: 'My cousin.',
    at,
    isSecondPerson: true,
  }
  const page = await visitCase({ recusals: [recusal], may: { ...may, review: false, assign: true } }, 'registry')
  await openTab('Recused')
  const related = /^You and the person whose work this is do not count as two persons yet/
  expect(screen.queryByText(related)).toBeNull()
  api.answer({ endRecusal: {} })
  const readOld = watchOldData()
  await click('End the recusal')
  await findToast('Musa Danladi sees the case again.')
  expect(api.requests('endRecusal')).toEqual([{ params: { number: 'APP-1', id: recusal.id } }])
  expect(api.requests('staffApplication')).toHaveLength(2)
  expect(readOld()).toEqual(['application', 'recusals'])
  page.unmount()
  for (const [person, isAssigning, isSaid] of [
    [musa, true, true],
    [own, true, false],
    [musa, false, false],
  ] as const) {
    const other = { ...recusal, person, isSecondPerson: false }
    const recusals = isAssigning ? [other] : [other, { ...recusal, id: musa.id }]
    const next = await visitCase({ recusals, may: { ...may, review: false, assign: isAssigning } }, 'registry')
    await openTab('Recused')
    const list = within(screen.getByRole('list', { name: 'Recused' }))
    expect(list.queryByRole('button')).toBeNull()
    expect(list.queryByText(related) !== null).toBe(isSaid)
    next.unmount()
  }
})

test('an application is reinstated with a reason; a case that changed meanwhile is shown anew', async () => {
  await visitCase({ may: { ...may, review: false, reinstate: true } }, 'registry')
  expect(screen.queryByRole('button', { name: 'Withdraw the application…' })).toBeNull()
  await click('Reinstate…')
  const dialog = await findDialog('Reinstate the application')
  const reinstated = buildCase({ may: { ...may, review: false, withdraw: true } })
  api.answer({ reinstateApplication: reinstated, staffApplication: reinstated })
  await click('Reinstate', dialog)
  await waitFor(() => expect(dialog.getByLabelText(/^Reason/).getAttribute('aria-invalid')).toBe('true'))
  await user.type(dialog.getByLabelText(/^Reason/), 'It was withdrawn by mistake.')
  api.answer({ reinstateApplication: refuse('unavailable') })
  await click('Reinstate', dialog)
  await dialog.findByText(busyServer)
  // It was reinstated and withdrawn again meanwhile, which the page reads by itself.
  const newest = buildCase({ may: { ...may, review: false, reinstate: true }, status: { ...status, version: 3 } })
  api.answer({ reinstateApplication: refuse('changed_meanwhile', { data: newest }), staffApplication: newest })
  await comeBackLater()
  await click('Reinstate', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  api.answer({ reinstateApplication: reinstated, staffApplication: reinstated })
  const readOld = watchOldData()
  await click('Reinstate', dialog)
  await findToast('APP-1 is in review again. The applicant gets an email.')
  expect(readOld()).toContain('applicant')
  await screen.findByRole('button', { name: 'Withdraw the application…' })
  expect(api.requests('reinstateApplication').slice(-2)).toMatchObject(
    [1, 3].map((version) => ({ body: { reason: 'It was withdrawn by mistake.', version } })),
  )
})
