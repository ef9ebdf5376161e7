// Publications: made by one person, approved by another who types the count, and followed to their emails.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { PublicationDetails, PublicationItem } from '#shared/api/staff/publications.ts'
import { publishedOutcomes } from '#shared/policy/published-outcomes.ts'
import { buildMe, buildPublication, buildPublicationItem } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  afterFreshSignIn,
  busyServer,
  click,
  comeBackLater,
  confirmWithCode,
  expectReadAgain,
  fill,
  findDialog,
  findFieldErrors,
  findToast,
  hitEscape,
  refuseFields,
  setUpStaffApi,
  user,
  visit,
  visitFromList,
  waitForNoDialog,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'
import { getPollMs } from './publication-state.tsx'

const api = setUpStaffApi()

const draft = buildPublication()
const { id } = draft
const path = `/publications/${id}`
const me = { id: buildMe().id, name: buildMe().name }
const digest = 'a'.repeat(64)
const newDigest = 'b'.repeat(64)
const proposed = buildPublication({
  state: 'proposed',
  proposedBy: draft.madeBy,
  proposedAt: '2024-03-05T09:00:00.000Z',
  digest,
  currentDigest: digest,
  currentCount: 3,
})
const noItems = { rows: [], next: null }

beforeEach(() => {
  api.signInAs({ roles: ['registry'] })
  api.answer({ staffPublication: draft, publicationItems: noItems })
})

const listButtons = () =>
  ['Approve', 'Propose', 'Change', 'Take back', 'Send back'].filter((name) => screen.queryByRole('button', { name }))

test.each<[string, Parameters<typeof buildPublication>[0], string[]]>([
  ['a draft of somebody else', {}, ['Propose', 'Change', 'Send back']],
  ['an own draft', { madeBy: me }, ['Propose', 'Change', 'Take back']],
  ['one that somebody else proposed', { state: 'proposed' }, ['Approve', 'Send back']],
  ['an own one that somebody proposed', { state: 'proposed', madeBy: me, isSecondPerson: false }, ['Take back']],
  ['one that the person proposed', { state: 'proposed', proposedBy: me, isSecondPerson: false }, ['Take back']],
  ['an approved one', { state: 'approved', publishAt: '2099-12-01T08:00:00.000Z' }, ['Send back']],
  ['a returned one', { state: 'returned', returnReason: 'The panel meets again.' }, ['Propose', 'Change']],
  ['a published one', { state: 'published', counts: { waiting: 0 } }, []],
])('with %s the registry can do what its state allows', async (_, more, buttons) => {
  api.answer({ staffPublication: buildPublication(more) })
  await visit(path)
  expect(listButtons()).toEqual(buttons)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['a proposed one', 'chair', ['Approve', 'Send back']],
  ['a proposed one', 'auditor', []],
  ['a draft', 'chair', ['Send back']],
  ['a draft', 'auditor', []],
] as const)('with %s the role %s can: %j', async (what, role, buttons) => {
  api.signInAs({ roles: [role] })
  api.answer({ staffPublication: what === 'a draft' ? draft : proposed })
  await visit(path)
  expect(listButtons()).toEqual(buttons)
})

const archived = { year: draft.exercise, title: 'Recruitment', isCurrent: true, isArchived: true }

test.each<[string, Parameters<typeof buildPublication>[0]]>([
  ['a draft', {}],
  ['a proposed one', { state: 'proposed' }],
  ['one approved for a moment that has come', { state: 'approved', publishAt: '2024-03-05T08:00:00.000Z' }],
])('in an archived exercise nobody does anything with %s, which is told as not published', async (_, more) => {
  api.signInAs({ roles: ['registry'], exercises: [archived] })
  api.answer({ staffPublication: buildPublication(more) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await visit(path)
  expect(screen.getByText(/Nothing of this is published any more\.$/)).toBeDefined()
  expect(screen.queryByText(/It is published|Only staff can see this draft|for the approval/)).toBeNull()
  expect(listButtons()).toEqual([])
  // Nothing becomes of it: it is not read again and again.
  await vi.advanceTimersByTimeAsync(10_000)
  expect(api.requests('staffPublication')).toHaveLength(1)
})

test('somebody who is no second person for the maker reads why, in place of the button', async () => {
  api.answer({ staffPublication: { ...proposed, isSecondPerson: false } })
  await visit(path)
  expect(screen.getByText(/^You and the person whose work this is do not count as two persons yet/)).toBeDefined()
  expect(listButtons()).toEqual(['Send back'])
  cleanup()
  api.answer({ staffPublication: { ...draft, isSecondPerson: false } })
  await visit(path)
  expect(screen.queryByText(/do not count as two persons yet/)).toBeNull()
})

test.each<[string, Partial<PublicationDetails>, number | false]>([
  ['a draft whose moment is over', { state: 'draft', publishAt: '2024-03-04T08:00:00.000Z' }, false],
  ['one approved without a moment', { state: 'approved', publishAt: null }, 1_500],
  ['one approved for a moment that is over', { state: 'approved', publishAt: '2024-03-04T08:00:00.000Z' }, 1_500],
  ['one approved for a later moment', { state: 'approved', publishAt: '2099-12-01T08:00:00.000Z' }, 60_000],
])('of %s (%j) the page reads what becomes of it after %s ms', (_, more, pollMs) => {
  expect(getPollMs({ ...draft, ...more })).toBe(pollMs)
})

test('who made or proposed a publication reads that another person must approve it', async () => {
  api.answer({ staffPublication: { ...proposed, proposedBy: me, isSecondPerson: false } })
  await visit(path)
  expect(screen.getByText('You made or proposed this publication, so another person must approve it.')).toBeDefined()
  expect(screen.getByText('3 applications wait for the approval of another person')).toBeDefined()
})

test('a draft is proposed with the version that was seen', async () => {
  api.answer({ staffPublications: { rows: [draft], next: null, count: { value: 1, more: false } } })
  await visitFromList(api, 'Publications', draft.title)
  await screen.findByRole('button', { name: 'Propose' })
  expect(screen.getByText('A draft with 3 applications')).toBeDefined()
  const readOld = watchOldData()
  const own = { ...proposed, proposedBy: me, isSecondPerson: false }
  api.answer({ proposePublication: own, staffPublication: own })
  await click('Propose')
  await findToast('Proposed. Another person must approve it.')
  await screen.findByText('3 applications wait for the approval of another person')
  expect(api.requests('proposePublication')).toEqual([{ params: { id }, body: { version: 3 } }])
  expect(readOld()).toEqual(['publication', 'publications', 'counts'])
  await expectReadAgain(api, 'Publications', 'staffPublications')
  await expectReadAgain(api, 'Home', 'staffCounts')
})

test('a proposal that is refused says why, and the page shows the newest state', async () => {
  await visit(path)
  api.answer({ proposePublication: refuse('changed_meanwhile'), staffPublication: proposed })
  await click('Propose')
  await screen.findByText('3 applications wait for your approval')
  expect(listButtons()).toEqual(['Approve', 'Send back'])
})

async function openApproval(count = '3 applications') {
  await click('Approve')
  return findDialog(`Approve ${count}`)
}
const countLabel = 'How many applications are published'
const approved = { ...proposed, state: 'approved' as const, publishAt: '2099-12-01T08:00:00.000Z' }

test('an approval needs the count, typed, and a fresh sign-in; it names what was looked at', async () => {
  api.answer({ staffPublication: proposed, ...afterFreshSignIn('approvePublication', approved) })
  await visit(path)
  expect(screen.queryByText(/Compare them before you go on|do not count as two persons|another person must/)).toBeNull()
  const dialog = await openApproval()
  expect(dialog.getByText(/^All applicants see the outcome at once, and each gets an email\./)).toBeDefined()
  await fill(countLabel, '2', dialog)
  await click('Approve', dialog)
  const field = dialog.getByLabelText<HTMLInputElement>(countLabel)
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect([field.value, dialog.getAllByText(/^Enter 3/).map(({ textContent }) => textContent)]).toEqual([
    '2',
    ['Enter 3.', 'Enter 3 to continue.'],
  ])
  expect(api.requests('approvePublication')).toEqual([])
  await fill(countLabel, ' 3 ', dialog)
  api.answer({ staffPublication: approved })
  await click('Approve', dialog)
  await confirmWithCode()
  await findToast('Approved. It is published at its moment.')
  const planned = await screen.findByText('It is published on 1 December 2099, 9:00 am.')
  expect(planned.closest('[role=status]')).not.toBeNull()
  await waitForNoDialog()
  expect(api.requests('approvePublication').at(-1)).toEqual({ params: { id }, body: { digest, version: 3 } })
})

test('a fresh sign-in that is cancelled approves nothing, and keeps the dialog', async () => {
  const large = { ...proposed, currentCount: 1_204 }
  api.answer({ staffPublication: large, ...afterFreshSignIn('approvePublication', approved) })
  await visit(path)
  const dialog = await openApproval('1,204 applications')
  await fill(countLabel, '1,204', dialog)
  await click('Approve', dialog)
  await click('Cancel', await findDialog('Confirm that it is you'))
  await dialog.findByText('Confirm with a code or a passkey that it is you.')
  expect(dialog.getByLabelText<HTMLInputElement>(countLabel).value).toBe('1,204')
})

test.each([
  ['2099-12-01T08:00:00.000Z', /^On 1 December 2099, 9:00 am all applicants see the outcome/],
  ['2024-03-04T08:00:00.000Z', /^All applicants see the outcome at once/],
])('a publication with its own moment (%s) says it before the approval, unless it is over', async (publishAt, said) => {
  api.answer({ staffPublication: { ...proposed, publishAt } })
  await visit(path)
  const dialog = await openApproval()
  expect(dialog.getByText(said)).toBeDefined()
  expect(dialog.queryByText(/decided anew/)).toBeNull()
})

const difference = {
  number: 'APP-1',
  name: 'Danjuma Ladi Hauwa',
  before: { outcome: 'rejected' as const, reasons: [] },
  now: null,
  exclusionReason: 'other_outcome' as const,
}
const changed: PublicationDetails = {
  ...proposed,
  version: 4,
  currentDigest: newDigest,
  // Another one is left out, which is not listed for everybody.
  currentCount: 1,
  differences: { count: 1, rows: [difference] },
}

test('what was decided anew is looked at before it is approved, with the new count and digest', async () => {
  api.answer({ staffPublication: proposed })
  await visit(path)
  const dialog = await openApproval()
  await fill(countLabel, '3', dialog)
  api.answer({ approvePublication: refuse('publication_changed'), staffPublication: changed })
  await click('Approve', dialog)
  await screen.findByText(/An application was decided anew since this was proposed\./)
  expect(screen.queryByLabelText(countLabel)).toBeNull()
  await click('Look at the differences')
  const table = within(await screen.findByRole('table', { name: 'Applications that were decided anew' }))
  expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'APP-1',
    'Danjuma Ladi Hauwa',
    publishedOutcomes.rejected,
    'Left out: Decided otherwise',
  ])
  const second = await openApproval('1 application')
  expect(second.getByText('You approve it with what was decided anew: 1 application.')).toBeDefined()
  await fill(countLabel, '1', second)
  const started = { ...changed, state: 'publishing' as const }
  api.answer({ approvePublication: started, staffPublication: { ...started, state: 'published' } })
  await click('Approve', second)
  await findToast('Approved. It is being published.')
  expect(api.requests('approvePublication').at(-1)).toEqual({ params: { id }, body: { digest: newDigest, version: 4 } })
})

test('what changed since the approval was begun is refused, not approved unseen', async () => {
  api.answer({ staffPublication: proposed })
  await visit(path)
  const dialog = await openApproval()
  await fill(countLabel, '3', dialog)
  const kept = { ...difference, now: difference.before, exclusionReason: null }
  const newest = { ...changed, title: 'Of a colleague', differences: { count: 1, rows: [kept] } }
  api.answer({ staffPublication: newest, approvePublication: refuse('changed_meanwhile') })
  await comeBackLater()
  await screen.findByText('Of a colleague')
  await click('Approve', dialog)
  await click('Look at the differences')
  expect(api.requests('approvePublication')).toEqual([{ params: { id }, body: { digest, version: 3 } }])
})

test('what a colleague has changed since is not sent back unseen', async () => {
  api.answer({ staffPublication: proposed })
  await visit(path)
  await click('Send back')
  const dialog = await findDialog('Send the publication back')
  await fill('Why', 'The panel meets again.', dialog)
  const newest = { ...proposed, title: 'Of a colleague', version: 4 }
  api.answer({ returnPublication: refuse('changed_meanwhile'), staffPublication: newest })
  await comeBackLater()
  await screen.findByText('Of a colleague')
  await click('Send back', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  api.answer({ returnPublication: newest })
  await click('Send back', dialog)
  await waitForNoDialog()
  expect(api.requests('returnPublication').map(({ body }) => body)).toMatchObject([{ version: 3 }, { version: 4 }])
})

test('what was decided anew and stays in it is counted with the others', async () => {
  const rows = [{ ...difference, now: difference.before, exclusionReason: null }]
  api.answer({ staffPublication: { ...changed, currentCount: 3, differences: { count: 1, rows } } })
  await visit(path)
  const dialog = await openApproval('3 applications')
  await fill(countLabel, '3', dialog)
  api.answer({ approvePublication: refuse('publication_changed') })
  await click('Approve', dialog)
  await dialog.findByRole('button', { name: 'Look at the differences' })
  expect(dialog.queryByText(/decided anew: 1 application/)).toBeNull()
})

test('an approval that is refused otherwise keeps the dialog, the count and the reason', async () => {
  api.answer({ staffPublication: proposed, approvePublication: refuse('second_person_required') })
  await visit(path)
  const dialog = await openApproval()
  await fill(countLabel, '3', dialog)
  await click('Approve', dialog)
  await dialog.findByText('This needs another person than the one who proposed it.')
  expect(dialog.getByLabelText<HTMLInputElement>(countLabel).value).toBe('3')
})

test.each([
  ['Send back', draft.madeBy, 'Send the publication back', 'Sent back to its maker. Nothing is published.'],
  ['Take back', me, 'Take the publication back', 'Taken back. Nothing is published.'],
] as const)('“%s” needs a reason, which the page then shows', async (button, madeBy, title, message) => {
  const before = { ...proposed, madeBy }
  const after = {
    ...before,
    state: 'returned' as const,
    returnedBy: { id: me.id, name: 'Ibrahim Musa' },
    returnedAt: '2024-03-06T09:00:00.000Z',
    returnReason: 'The panel meets again.',
  }
  api.answer({ staffPublication: before, returnPublication: after })
  await visit(path)
  await click(button)
  const dialog = await findDialog(title)
  await fill('Why', 'too short', dialog)
  await click(button, dialog)
  await dialog.findByText('Say why, in at least 10 characters.')
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Why').value).toBe('too short')
  await fill('Why', 'The panel meets again.', dialog)
  api.answer({ returnPublication: refuse('unavailable') })
  await click(button, dialog)
  await dialog.findByText(busyServer)
  api.answer({ staffPublication: after, returnPublication: after })
  await click(button, dialog)
  await findToast(message)
  await screen.findByText('Sent back by Ibrahim Musa')
  expect(screen.getByText('The panel meets again. (6 March 2024, 10:00 am)')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.requests('returnPublication').at(-1)).toEqual({
    params: { id },
    body: { reason: 'The panel meets again.', version: 3 },
  })
})

test('half a moment is sent as what is refused, not as none', async () => {
  api.answer({ staffPublication: draft, changePublication: draft })
  await visit(path)
  await click('Change')
  const dialog = await findDialog('Change the publication')
  Object.defineProperty(dialog.getByLabelText(/^Publish on/), 'validity', { value: { badInput: true } })
  await click('Save', dialog)
  await dialog.findByText(/^Enter the whole date and time/)
  expect(api.requests('changePublication').at(-1)).toMatchObject({ body: { publishAt: 'unfinished+01:00' } })
})

test('a draft is changed: its title, its moment and its paragraph', async () => {
  const before = buildPublication({ publishAt: '2099-12-01T08:00:00.000Z', emailNote: 'Old.' })
  const after = { ...before, title: 'After the meeting', publishAt: null, emailNote: 'New.', version: 4 }
  api.answer({ staffPublication: before, changePublication: after })
  await visit(path)
  await click('Change')
  const dialog = await findDialog('Change the publication')
  const moment = dialog.getByLabelText<HTMLInputElement>(/^Publish on/)
  expect(moment.value).toBe('2099-12-01T09:00')
  await fill('Title', 'no', dialog)
  await click('Save', dialog)
  await dialog.findByText('Give it a title, in at least 3 characters.')
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('no')
  await fill('Title', 'After the meeting', dialog)
  await fill(/^Publish on/, '', dialog)
  await fill(/^A paragraph for every email/, 'New.', dialog)
  api.answer({ staffPublication: after })
  await click('Save', dialog)
  await screen.findByRole('heading', { name: 'After the meeting', level: 1 })
  await waitForNoDialog()
  expect(screen.getByText('As soon as it is approved')).toBeDefined()
  expect(screen.getByText('New.')).toBeDefined()
  expect(api.requests('changePublication').at(-1)).toEqual({
    params: { id },
    body: { title: 'After the meeting', publishAt: null, emailNote: 'New.', version: 3 },
  })
})

test('a draft that a colleague has changed since is not overwritten unseen', async () => {
  const newest = buildPublication({ title: 'Of a colleague', version: 4 })
  await visit(path)
  await click('Change')
  const dialog = await findDialog('Change the publication')
  await fill('Title', 'After the meeting', dialog)
  api.answer({ changePublication: refuse('changed_meanwhile'), staffPublication: newest })
  await comeBackLater()
  await screen.findByText('Of a colleague')
  await click('Save', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  api.answer({ changePublication: newest })
  await click('Save', dialog)
  await waitForNoDialog()
  expect(api.requests('changePublication').map(({ body }) => body)).toMatchObject(
    [3, 4].map((version) => ({ title: 'After the meeting', version })),
  )
})

test('a change that is refused says why; Escape leaves the draft as it is', async () => {
  api.answer({ changePublication: refuse('publication_state') })
  await visit(path)
  await click('Change')
  const dialog = await findDialog('Change the publication')
  await fill('Title', 'After the meeting', dialog)
  await click('Save', dialog)
  await dialog.findByText('This is not possible any more in the state of the publication.')
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('After the meeting')
  await hitEscape()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('First screening')
})

test('a publication says what it holds by post, what is left out and why, and who did what', async () => {
  api.answer({
    staffPublication: {
      ...proposed,
      emailNote: 'You may apply again.',
      excluded: [{ exclusionReason: 'undecided', count: 1_200 }],
      skipped: [{ exclusionReason: 'superseded', count: 1 }],
    },
  })
  await visit(path)
  const readCells = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(readCells('Applications by post')).toEqual(['Lecturer II, Technology', '3'])
  expect(screen.getByText(`All will read: ${publishedOutcomes.rejected}`)).toBeDefined()
  expect(readCells('Applications that are not published')).toEqual([
    'Changed since the approval',
    '1',
    'Not decided yet',
    '1,200',
  ])
  const history = within(screen.getByRole('region', { name: 'History' }))
  expect(history.getByText('Ngozi Eze, 5 March 2024, 10:00 am')).toBeDefined()
  expect(history.getByText('You may apply again.')).toBeDefined()
  expect(history.getByText('aaaa aaaa aaaa aaaa …')).toBeDefined()
})

test.each<[Partial<PublicationDetails['counts']>, string]>([
  [{ done: 3, emailsSent: 3 }, '3 emails were sent.'],
  [{ done: 1, emailsSent: 1 }, '1 email was sent.'],
  [{ done: 3, emailsSent: 2, emailsFailed: 1 }, '2 emails were sent, 1 could not be delivered.'],
  [
    { done: 3, emailsSent: 2, emailsWithdrawn: 1 },
    '2 emails were sent, 1 was not sent because the application was withdrawn or returned.',
  ],
  [
    { done: 4, emailsSent: 1, emailsFailed: 1, emailsWithdrawn: 2 },
    '1 email was sent, 1 could not be delivered, 2 were not sent because the applications were withdrawn or returned.',
  ],
])('when every email is handled the page says: %j', async (counts, text) => {
  const published = { state: 'published', publishedAt: '2024-03-07T08:00:00.000Z' } as const
  api.answer({ staffPublication: buildPublication({ ...published, counts }) })
  await visit(path)
  expect(screen.getByText(text)).toBeDefined()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

const findCard = () => within(screen.getByRole('region', { name: 'Applications' }))

test('a publication is followed until its emails are sent', async () => {
  const published = { state: 'published', publishedAt: '2024-03-07T08:00:00.000Z' } as const
  const states = [
    buildPublication({ state: 'publishing' }),
    buildPublication({ ...published, counts: { done: 2, skipped: 1, emailsSent: 1 } }),
    buildPublication({ ...published, counts: { done: 2, skipped: 1, emailsSent: 2 } }),
  ]
  const [first, second, last] = states as [PublicationDetails, PublicationDetails, PublicationDetails]
  api.answer({ staffPublication: first })
  await visit(path)
  const said = await screen.findByText('3 applications become visible together. You can leave this page.')
  expect(said.getAttribute('role')).toBe('status')
  const skipped = buildPublicationItem({ number: 'APP-7', state: 'skipped' })
  api.answer({ staffPublication: second, publicationItems: { rows: [skipped], next: null } })
  await screen.findByText('1 of 2 sent. You can leave this page.')
  expect(screen.queryByText('1 email was sent.')).toBeNull()
  await findCard().findByText('APP-7')
  expect(screen.getByText('2 applications published on 7 March 2024, 9:00 am')).toBeDefined()
  expect(screen.getByText('1 application was skipped. The reasons are below.')).toBeDefined()
  api.answer({ staffPublication: last })
  await screen.findByText('2 emails were sent.')
})

test('its applications are found by number and state, in pages', async () => {
  const held = Promise.withResolvers<void>()
  api.answer({
    async publicationItems({ query }) {
      if (!query.after) return { rows: [buildPublicationItem()], next: 'APP-1' }
      await held.promise
      return { rows: [buildPublicationItem({ number: 'APP-2' })], next: null }
    },
  })
  await visit(path)
  await screen.findByText('APP-1')
  expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull()
  // A page that is asked for twice is one.
  await click('Next')
  await click('Next')
  held.resolve()
  expect(screen.queryByText('Loading the applications…')).toBeNull()
  await screen.findByText('APP-2')
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  await click('Previous')
  await screen.findByText('APP-1')
  await click('Next')
  await screen.findByText('APP-2')
  const search = within(screen.getByRole('form', { name: 'Find an application of this publication' }))
  await fill('Application number', ' app-1 ', search)
  await user.selectOptions(search.getByLabelText('State'), 'Left out')
  await click('Find', search)
  await waitFor(() =>
    expect(api.requests('publicationItems').at(-1)?.query).toEqual({ q: 'app-1', state: 'excluded', limit: '25' }),
  )
})

test('one that is left out has its reason and no email; no row that fits is said', async () => {
  const excluded = buildPublicationItem({ state: 'excluded', exclusionReason: 'on_hold', publishes: null })
  api.answer({ publicationItems: { rows: [excluded], next: null } })
  await visit(path)
  await screen.findByText('Left out: The applicant is on hold')
  expect(findCard().queryByRole('button', { name: /^Read/ })).toBeNull()
  api.answer({ publicationItems: noItems })
  await fill('Application number', 'APP-9')
  await click('Find')
  await screen.findByText('No application of this publication fits this search.')
})

test('the email of an applicant is read before it is sent', async () => {
  api.answer({
    publicationItems: { rows: [buildPublicationItem()], next: null },
    publicationEmail: refuse('unexpected'),
  })
  await visit(path)
  await click('Read the email of APP-1')
  const dialog = await findDialog('Email of APP-1')
  api.answer({
    publicationEmail: { to: 'ladi@example.org', subject: 'Your application', text: 'You may apply again.' },
  })
  await click('Try again', dialog)
  await dialog.findByText('You may apply again.')
  // A long one scrolls, also with the keys.
  expect(dialog.getByRole('region', { name: 'Text of the email' }).tabIndex).toBe(0)
  expect(dialog.getByText('ladi@example.org')).toBeDefined()
  expect(api.requests('publicationEmail').at(-1)).toEqual({ params: { id, number: 'APP-1' } })
  await click('Close', dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
  // The note in it may have been changed meanwhile.
  const count = api.requests('publicationEmail').length
  await click('Read the email of APP-1')
  await waitFor(() => expect(api.requests('publicationEmail')).toHaveLength(count + 1))
})

test('there is no such publication, or it could not be loaded', async () => {
  api.answer({ staffPublication: refuse('not_found') })
  const page = await visit(path)
  expect(screen.getByText('There is no such publication, or not within your roles.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'All publications' })).toBeDefined()
  page.unmount()
  api.answer({ staffPublication: refuse('unexpected') })
  await visit(path)
  api.answer({ staffPublication: draft })
  await click('Try again')
  await screen.findByRole('heading', { name: 'First screening' })
})

const selection = '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c50'
const newPath = `/publications/new?selection=${selection}`
const chosen = {
  id: selection,
  count: 14,
  expiresAt: '2024-03-05T09:00:00.000Z',
  of: 'applications' as const,
  exercise: 2024,
  filter: {},
  madeAt: '2024-03-04T09:00:00.000Z',
}

async function describeDraft(kind: string) {
  await user.selectOptions(await screen.findByLabelText('What is published'), kind)
  await fill('Title', 'First screening')
  await click('Make the draft')
}

test('a draft is made of the applications that were chosen', async () => {
  api.answer({ staffSelection: chosen, makePublication: draft })
  const page = await visit(newPath)
  await screen.findByText('14 applications chosen')
  expect(screen.queryByText('The list has changed meanwhile')).toBeNull()
  await click('Make the draft')
  await screen.findByText('Choose what is published.')
  expect(api.requests('makePublication')).toEqual([])
  await fill(/^Publish on/, '2099-12-01T09:00')
  await fill(/^A paragraph for every email/, 'You may apply again.')
  await describeDraft('Rejections')
  await screen.findByText('A draft with 3 applications')
  expect(page.path()).toBe(path)
  expect(api.requests('makePublication')).toEqual([
    {
      body: {
        kind: 'rejection',
        title: 'First screening',
        selection,
        publishAt: '2099-12-01T09:00:00+01:00',
        emailNote: 'You may apply again.',
      },
    },
  ])
})

test('who goes on while a draft is made stays there, and reads that it is made', async () => {
  const made = Promise.withResolvers<PublicationDetails>()
  const none = { rows: [], next: null, count: { value: 0, more: false } }
  api.answer({ staffSelection: chosen, makePublication: () => made.promise, staffPublications: none })
  const page = await visit(newPath)
  await describeDraft('Rejections')
  await waitFor(() => expect(api.requests('makePublication')).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  await screen.findByText(/^Nothing has been published in this exercise yet/)
  made.resolve(draft)
  await findToast('The draft is made.')
  expect(page.path()).toBe('/publications')
})

test('when none can be published like this the reasons are said, and what was typed is kept', async () => {
  api.answer({
    staffSelection: chosen,
    makePublication: refuse('publication_empty', {
      data: { excluded: [{ exclusionReason: 'other_outcome', count: 13 }] },
    }),
  })
  await visit(newPath)
  await describeDraft('Shortlist')
  await screen.findByText('None of these applications can be published like this.')
  expect(screen.getByText('Decided otherwise: 13 applications')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('First screening')
  expect(screen.getByLabelText<HTMLSelectElement>('What is published').value).toBe('shortlist')
})

test('each field of a publication says what is refused of it', async () => {
  api.answer({ staffSelection: chosen, makePublication: refuseFields('kind', 'title', 'publishAt', 'emailNote') })
  await visit(newPath)
  await describeDraft('Shortlist')
  expect(await findFieldErrors()).toEqual({
    'What is published': 'Not this kind.',
    Title: 'Not this title.',
    'Publish on (optional)': 'Not this publishAt.',
    'A paragraph for every email (optional)': 'Not this emailNote.',
  })
})

test.each([
  ['title', true],
  ['sittings', false],
])('what is refused of %s is said, at its field where there is one: %s', async (field, hasField) => {
  const message = 'This cannot be.'
  const refusal = refuse('invalid_request', { errors: [{ path: field, message }] })
  api.answer({ staffSelection: chosen, makePublication: refusal })
  await visit(newPath)
  await describeDraft('Shortlist')
  const general = 'Some of what was sent is not right.'
  await screen.findByText(hasField ? message : general)
  expect(screen.queryByText(general) !== null).toBe(!hasField)
})

test('a list that changed since it was chosen is said', async () => {
  api.answer({ staffSelection: chosen })
  await visit(`${newPath}&chosen=13`)
  await screen.findByText('13 were chosen. 14 match now: only these are concerned.')
})

test('applications that are not chosen any more lead back to the list', async () => {
  api.answer({ staffSelection: refuse('selection_expired') })
  await visit(newPath)
  await screen.findByText('The applications that you chose are not there any more')
  expect(screen.getByRole('link', { name: 'Choose applications' }).getAttribute('href')).toBe('/staff/applications')
  api.answer({ staffSelection: chosen })
  await click('Try again')
  await screen.findByText('14 applications chosen')
})

test.each([
  ['Shortlist', { decided: 'shortlisted', published: 'none' }],
  ['Rejections', { decided: 'rejected', published: 'none' }],
  ['Correction', { published: 'verified|rejected' }],
] as const)('without a choice “%s” is made of everything that is decided like this', async (kind, filter) => {
  api.answer({ createSelection: chosen, makePublication: draft })
  await visit('/publications/new')
  await screen.findByText('All applications of which this is not published yet')
  await describeDraft(kind)
  await screen.findByText('A draft with 3 applications')
  expect(api.requests('createSelection')).toEqual([
    { body: { of: 'applications', filter: { ...filter, exercise: 2024 } } },
  ])
  expect(api.requests('makePublication')).toMatchObject([{ body: { selection } }])
})

test('an exam officer makes publications of seats alone; those of one sitting without choosing applications', async () => {
  api.signInAs({ roles: ['exam'] })
  api.answer({ makePublication: draft })
  await visit('/publications/new?sitting=7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55')
  await screen.findByText('The seats of one sitting')
  const kind: HTMLSelectElement = screen.getByLabelText('What is published')
  expect([...kind.options].map(({ text }) => text).filter((text) => text in { Shortlist: 1, Seats: 1 })).toEqual([
    'Seats',
  ])
  expect(kind.value).toBe('seats')
  await describeDraft('Seats')
  await screen.findByText('A draft with 3 applications')
  expect(api.requests('makePublication')).toMatchObject([
    { body: { kind: 'seats', sittings: ['7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55'] } },
  ])
})

test('nothing that is decided like this is said in words of a publication', async () => {
  api.answer({ createSelection: refuse('selection_empty') })
  await visit('/publications/new')
  await describeDraft('Shortlist')
  await screen.findByText('There is no application of which this could be published.')
})

test('the list says who made, approved and published what; only who may make one is offered to', async () => {
  const listed = [
    { ...draft, title: 'Planned', publishAt: '2099-12-01T08:00:00.000Z' },
    {
      ...proposed,
      id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c42',
      title: 'Approved',
      approvedBy: { id: 'x', name: 'Ibrahim Musa' },
      approvedAt: '2024-03-06T09:00:00.000Z',
      publishedAt: '2024-03-07T08:00:00.000Z',
    },
  ]
  api.answer({ staffPublications: { rows: listed, next: null, count: { value: 2, more: false } } })
  const page = await visit('/publications')
  const row = within((await screen.findByRole('link', { name: 'Approved' })).closest('tr') as HTMLElement)
  const readCells = (queries: Pick<typeof screen, 'getAllByRole'>) =>
    queries.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(readCells(row).slice(-2)).toEqual(['6 Mar 2024, Ibrahim Musa', '7 Mar 2024, 9:00 am'])
  expect(readCells(screen)).toContain('Planned for 1 Dec 2099, 9:00 am')
  expect(screen.getByRole('link', { name: 'Make a publication' }).getAttribute('href')).toBe('/staff/publications/new')
  page.unmount()
  api.signInAs({ roles: ['chair'] })
  await visit('/publications')
  await screen.findByRole('link', { name: 'Approved' })
  expect(screen.queryByRole('link', { name: 'Make a publication' })).toBeNull()
})

test('the approver reads the sentence that the applicant will read, and opens each application', async () => {
  api.signInAs({ roles: ['chair'] })
  const shortlisted = { school: 'Technology', role: 'Lecturer I', outcome: 'verified' as const, count: 1 }
  const item = buildPublicationItem({ publishes: { outcome: 'verified', reasons: [] } })
  const before = { outcome: 'rejected' as const, reasons: [{ type: 'Document', reason: 'A file cannot be read.' }] }
  const changed = { number: 'APP-2024-000002', name: 'Eze Ada', before, now: item.publishes, exclusionReason: null }
  api.answer({
    staffPublication: { ...proposed, byPost: [shortlisted], differences: { count: 1, rows: [changed] } },
    publicationItems: { rows: [item], next: null },
  })
  await visit(path)
  const link = await screen.findByRole('link', { name: item.number })
  expect(link.getAttribute('href')).toBe(`/staff/applications/${item.number}`)
  expect(link.closest('tr')?.textContent).toContain(publishedOutcomes.verified)
  const byPost = within(screen.getByRole('region', { name: 'By post' }))
  expect(byPost.getByText(`All will read: ${publishedOutcomes.verified}`)).toBeDefined()
  const anew = screen.getByRole('link', { name: changed.number }).closest('tr')?.textContent
  expect(anew).toContain(`${publishedOutcomes.rejected}Document: A file cannot be read.${publishedOutcomes.verified}`)
})

test.each([
  ['registry', true],
  ['exam', true],
  ['chair', false],
] as const)('a publication is offered to those who can make one: %s, %s', async (role, isOffered) => {
  api.answer({ staffPublications: { rows: [], next: null, count: { value: 0, more: false } } })
  api.signInAs({ roles: [role], exercises: [archived] })
  const { unmount: leave } = await visit('/publications')
  await screen.findByText(/^Nothing has been published/)
  expect(screen.queryByRole('link', { name: 'Make a publication' })).toBeNull()
  leave()
  api.signInAs({ roles: [role] })
  const { unmount } = await visit('/publications')
  await screen.findByText(/^Nothing has been published/)
  expect(screen.queryByRole('link', { name: 'Make a publication' }) !== null).toBe(isOffered)
  unmount()
  await visit('/publications/new')
  const heading = isOffered ? 'Make a publication' : 'Page not found'
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading)
})

const buildChanged = (kind: PublicationDetails['kind'], state: PublicationDetails['state']) =>
  buildPublication({ kind, state, differences: { count: 2, rows: [difference] } })

test.each<[PublicationDetails['kind'], PublicationDetails['state'], string, string]>([
  [
    'rejection',
    'draft',
    'Decided anew since the draft was made',
    '2 applications of 3. Compare them before you go on.',
  ],
  ['rejection', 'proposed', 'Decided anew since the proposal', '2 applications of 3. Compare them before you go on.'],
  ['seats', 'draft', 'Seated anew since the draft was made', '2 applications of 3. Compare them before you go on.'],
  ['cbt', 'approved', 'Scored anew since the approval', 'Scored anew after the approval, so skipped: 2 applications.'],
  [
    'interview',
    'approved',
    'Scored anew since the approval',
    'Scored anew after the approval, so skipped: 2 applications.',
  ],
])('what changed in a publication of %s that is %s is said: %s', async (kind, state, title, text) => {
  api.answer({ staffPublication: buildChanged(kind, state) })
  await visit(path)
  const card = within(screen.getByRole('region', { name: title }))
  expect(card.getByText(text)).toBeDefined()
  expect(card.getByText('The first 1 that you may see:')).toBeDefined()
})

test.each([
  ['other_outcome', /^Left out: (?!undefined|not published)/],
  [null, /^Left out: not published$/],
] as const)('what is left out since says why, where that is known: %s', async (exclusionReason, text) => {
  const rows = [{ ...difference, exclusionReason }]
  api.answer({ staffPublication: buildPublication({ differences: { count: 1, rows } }) })
  await visit(path)
  expect(screen.getByText(text)).toBeDefined()
})

test('differences of which all may be seen, or none, are not called the first', async () => {
  const page = await (async () => {
    api.answer({ staffPublication: buildPublication({ differences: { count: 1, rows: [difference] } }) })
    return visit(path)
  })()
  expect(screen.queryByText(/^The first/)).toBeNull()
  page.unmount()
  api.answer({ staffPublication: buildPublication({ differences: { count: 1, rows: [] } }) })
  await visit(path)
  expect(screen.getByText('The first 0 that you may see:')).toBeDefined()
  expect(screen.queryByRole('table', { name: /decided anew/ })).toBeNull()
})

test.each<[Parameters<typeof buildPublication>[0], string]>([
  [{ state: 'approved' }, 'It is published in a moment.'],
  [{ state: 'publishing', counts: { items: 1 } }, '1 application becomes visible. You can leave this page.'],
  [
    { state: 'returned', returnedBy: me, returnedAt: '2024-03-05T09:00:00.000Z', returnReason: 'One is wrong.' },
    'One is wrong. (5 March 2024, 10:00 am)',
  ],
])('a publication of %j says: %s', async (more, text) => {
  api.answer({ staffPublication: buildPublication(more) })
  await visit(path)
  expect(document.body.textContent).toContain(text)
})

test('a publication that nobody has proposed has no such facts, no digest and no paragraph', async () => {
  const page = await visit(path)
  const history = () => within(screen.getByRole('region', { name: 'History' }))
  const readHistory = (label: string) => history().getByText(label).nextElementSibling?.textContent
  expect([readHistory('Proposed by'), readHistory('To be published')]).toEqual(['—', 'As soon as it is approved'])
  for (const label of ['Digest', 'In every email', 'Published']) expect(history().queryByText(label)).toBeNull()
  page.unmount()
  api.answer({ staffPublication: buildPublication({ state: 'published', publishedAt: '2024-03-07T08:00:00.000Z' }) })
  await visit(path)
  expect(readHistory('Published')).toBe('7\u00a0March 2024, 9:00\u00a0am')
  expect(history().queryByText('To be published')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Not published' })).toBeNull()
})

test('where not all read the same, each post says what they will read', async () => {
  const post = { school: 'Technology', role: 'Lecturer II', count: 3 }
  const byPost = [
    { ...post, outcome: 'verified' as const },
    { ...post, outcome: 'rejected' as const },
  ]
  api.answer({ staffPublication: buildPublication({ kind: 'correction', byPost }) })
  await visit(path)
  const table = within(screen.getByRole('table', { name: 'Applications by post' }))
  expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'Lecturer II, Technology',
    publishedOutcomes.verified,
    '3',
    'Lecturer II, Technology',
    publishedOutcomes.rejected,
    '3',
  ])
  expect(screen.queryByText(/^All will read/)).toBeNull()
})

test('seats have no outcome by post', async () => {
  const byPost = [{ school: 'Technology', role: 'Lecturer II', outcome: null, count: 3 }]
  api.answer({ staffPublication: buildPublication({ kind: 'seats', byPost }) })
  await visit(path)
  const table = within(screen.getByRole('table', { name: 'Applications by post' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Post', 'Applications'])
  expect(screen.queryByText(/^All will read/)).toBeNull()
})

const seat = {
  kind: 'cbt',
  batch: 'Morning',
  examDate: '2026-12-07',
  examTime: '9:00 am',
  examVenue: 'Hall A, seat 12',
  address: '',
  reportTime: '8:00 am',
} as const
const score = { kind: 'cbt', score: 61, maximum: 100 } as const
const final = { role: 'Lecturer I', school: 'Technology', department: null, replaces: 'none' } as const
const until = '2024-12-07T11:30:00.000Z'

test.each<[string, PublicationItem['publishes'], string]>([
  ['a new seat', { ...seat, change: 'new' }, 'New7 December 2026, 9:00 amHall A, seat 12 (Morning)'],
  ['a cancelled seat', { ...seat, change: 'cancelled' }, 'Cancelled7 December 2026, 9:00 amHall A, seat 12 (Morning)'],
  ['a result', { ...score, isCorrection: false, remark: null }, '61 of 100'],
  ['a corrected result', { ...score, isCorrection: true, remark: 'Late' }, 'Correction61 of 100 (Late)'],
  [
    'an offer',
    { ...final, finalOutcome: 'selected', until },
    'You are offered an appointmentLecturer I, to be answered until 7 December 2024, 12:30 pm',
  ],
  [
    'an outcome without a date',
    { ...final, finalOutcome: 'unsuccessful', until: null },
    'You were not selectedLecturer I',
  ],
])('what %s tells the applicant stands beside the application', async (_, publishes, text) => {
  api.answer({ publicationItems: { rows: [buildPublicationItem({ publishes })], next: null } })
  await visit(path)
  const link = await screen.findByText('APP-1')
  const cells = [...(link.closest('tr')?.children ?? [])].map(({ textContent }) => textContent)
  expect(cells).toContain(text)
})
