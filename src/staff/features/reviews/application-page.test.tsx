// One case: what one chooses, types and records about it, with keys and without.
import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { runAfterQuiet } from '#kit/http/activity.ts'
import type { ApplicationDetails } from '#shared/api/staff/applications/application-details.ts'
import { rejectionReasons, reviewParts } from '#shared/decisions/rejection-reasons.ts'
import { setKeysOn } from '#staff/entities/session/key-setting.ts'
import { buildApplicationRow, buildCase, buildMe, emptyHome } from '#tests/support/fixtures/staff-replies.ts'
import { refuse, type StaffData } from '#tests/support/ui/scripted-staff-api.ts'
import {
  busyServer,
  click,
  comeBackLater,
  expectRefused,
  fill,
  findAlert,
  findDialog,
  findToast,
  followMenu,
  hitEscape,
  readShortcuts,
  refuseFields,
  setUpStaffApi,
  user,
  visit,
  visitFromList,
  waitForNoDialog,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
const at = '2024-03-05T09:00:00.000Z'
beforeEach(() => {
  api.signInAs({ roles: ['reviewer'] })
  api.answer({ renewViewing: { viewers: [], version: 1, until: at }, endViewing: {} })
})

const { may, status } = buildCase()

async function visitCase(more: Partial<ApplicationDetails> = {}) {
  api.answer({ staffApplication: buildCase(more) })
  return visit('/applications/APP-1')
}

const findVerdict = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const record = () => click('Record')

test('keys choose a verdict, take it back and record it with the version that was seen', async () => {
  await visitCase()
  // Nothing is wrong before anything was recorded.
  for (const alert of screen.getAllByRole('alert')) expect(alert.textContent).toBe('')
  expect(document.querySelector('[data-reading]')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  const verdicts = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)
  expect(verdicts).toEqual(['Shortlist1', 'Reject2', 'Hold3', 'Return for correction'])
  await user.keyboard('1')
  expect(findVerdict('Shortlist').checked).toBe(true)
  expect(readShortcuts()).toEqual({ Search: '/ Control+K', Reasons: 'r', Record: 'Control+Enter', Undo: 'u' })
  await user.keyboard('3')
  expect(findVerdict('Hold').checked).toBe(true)
  await user.keyboard('u')
  expect(findVerdict('Shortlist').checked).toBe(true)
  // Also where it cannot be read again.
  api.answer({
    reviewApplication: buildCase({ status: { ...status, version: 2, reviews: 1 } }),
    staffApplication: refuse('unavailable'),
  })
  const readOld = watchOldData()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findToast('Your review is recorded.')
  await screen.findByText('1 of 2 reviews')
  expect(readOld()).toEqual(expect.arrayContaining(['application', 'applications', 'counts']))
  expect(api.requests('reviewApplication')).toEqual([
    { params: { number: 'APP-1' }, body: { verdict: 'shortlist', reasons: [], note: '', version: 1 } },
  ])
})

test('keys do nothing while somebody types a note, nor behind a dialog', async () => {
  await visitCase()
  const note = screen.getByLabelText<HTMLTextAreaElement>('Note for colleagues (optional)')
  await user.click(note)
  await user.keyboard('12r3u?')
  expect(note.value).toBe('12r3u?')
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  // With nothing else to do it is not folded away.
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
  await click('I have a conflict of interest')
  ;(document.activeElement as HTMLElement | null)?.blur()
  await user.keyboard('1')
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
})

test('a key with Ctrl or Alt is one of the browser: only Ctrl and Enter record', async () => {
  await visitCase()
  await user.keyboard('{Control>}c1{/Control}{Meta>}c1{/Meta}{Alt>}1{Enter}{/Alt}')
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  expect(screen.queryByText('Choose a verdict.')).toBeNull()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findAlert('Choose a verdict.')
})

test('keys do nothing when the person has turned them off', async () => {
  setKeysOn(false)
  await visitCase()
  await user.keyboard('1')
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
})

test('a key of a reason does nothing while the reasons are not on the page', async () => {
  await visitCase()
  await user.keyboard('a')
  expect(screen.queryByRole('checkbox', { checked: true })).toBeNull()
  await user.keyboard('2a')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Your highest certificate/ }).checked).toBe(true)
})

test('the reasons are those that the exercise offers, in its words; the key of another one does nothing', async () => {
  const offered = { code: 'incomplete' as const, type: 'Form', sentence: 'Parts of your form are empty.' }
  await visitCase({ reasons: [offered] })
  await user.keyboard('2a')
  const group = within(screen.getByRole('group', { name: 'Form' }))
  expect(group.getByRole('checkbox', { name: /^Parts of your form are empty/ })).toBeDefined()
  expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('name'))).toContain('incomplete')
  expect(screen.queryByRole('checkbox', { name: /^Your highest certificate/ })).toBeNull()
  expect(screen.queryByRole('checkbox', { checked: true })).toBeNull()
})

test('a reason that is no longer offered stays, in its usual words, until it is taken back', async () => {
  await visitCase({ reasons: [{ code: 'certificate_too_low', type: 'Form', sentence: 'Your degree is too low.' }] })
  await user.keyboard('2a')
  const newest = buildCase({ reasons: [], status: { ...status, version: 2 } })
  api.answer({ reviewApplication: refuse('changed_meanwhile', { data: newest }), staffApplication: newest })
  await record()
  await findAlert('Somebody changed this case meanwhile')
  const findReason = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: /^Your highest certificate/ })
  expect(findReason()?.checked).toBe(true)
  await user.keyboard('a')
  expect(findReason()).toBeNull()
})

test('keys open the reasons and the list of keys', async () => {
  await visitCase()
  const [first] = Object.keys(rejectionReasons)
  expect(document.querySelector(`[name="${first}"]`)).toBeNull()
  await user.keyboard('r')
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe(first))
  expect(document.activeElement?.getAttribute('aria-keyshortcuts')).toBe('a')
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /^Your highest certificate.*[^a]$/ }))
  // A reason also when there is no verdict yet.
  await user.keyboard('a')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Your highest certificate/ }).checked).toBe(true)
  await user.keyboard('?')
  const keys = await findDialog('Keys')
  await click('Close', keys)
  await waitForNoDialog()
})

test('what one key does to another verdict, to a flag and to a reason is taken back by the next', async () => {
  await visitCase()
  await user.keyboard('22')
  await click('Undo')
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  await click('Flag Referees')
  await click('Flag Referees')
  expect(screen.getByRole('button', { name: 'Flag Referees', pressed: false })).toBeDefined()
  await user.keyboard('2kk')
  expect(screen.queryByRole('checkbox', { checked: true })).toBeNull()
})

test('the reason that needs a note asks for it; what it is about can be the whole application', async () => {
  await visitCase()
  await user.keyboard('2')
  await user.keyboard('a')
  expect(document.activeElement?.getAttribute('name')).not.toBe('certificate_too_low-note')
  await user.selectOptions(screen.getByLabelText('About'), 'The whole application')
  expect(screen.queryByLabelText('Entry')).toBeNull()
  ;(document.activeElement as HTMLElement | null)?.blur()
  await user.keyboard('ao')
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('incomplete-note'))
  await record()
  const said = await screen.findByText('Say more: the applicant reads it after the sentence.')
  expect(said.id).toMatch(/-error$/)
})

test('the key that records does so once while it is held down, and nothing while a review is on its way', async () => {
  await visitCase()
  const { promise, resolve } = Promise.withResolvers<void>()
  api.answer({
    async reviewApplication() {
      await promise
      return buildCase()
    },
  })
  await user.keyboard('1')
  const hold = { key: 'Enter', ctrlKey: true }
  fireEvent.keyDown(document.body, { ...hold, repeat: true })
  expect(screen.queryByText('Recording…')).toBeNull()
  fireEvent.keyDown(document.body, hold)
  fireEvent.keyDown(document.body, hold)
  await waitFor(() => expect(api.requests('reviewApplication')).toHaveLength(1))
  resolve()
  await findToast('Your review is recorded.')
  expect(api.requests('reviewApplication')).toHaveLength(1)
})

test('what is typed while a review is on its way stays when it is recorded', async () => {
  await visitCase()
  const recorded = Promise.withResolvers<StaffData<'reviewApplication'>>()
  const newest = buildCase({ status: { ...status, version: 2, reviews: 1 } })
  api.answer({ reviewApplication: () => recorded.promise, staffApplication: newest })
  await user.keyboard('1')
  await record()
  await fill('Note for colleagues (optional)', 'See the second referee.')
  recorded.resolve(newest)
  await findToast('Your review is recorded.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note for colleagues (optional)').value).toBe(
    'See the second referee.',
  )
  api.answer({ reviewApplication: newest })
  await record()
  await waitFor(() => expect(api.requests('reviewApplication')).toHaveLength(2))
  expect(api.requests('reviewApplication').at(-1)?.body).toMatchObject({ note: 'See the second referee.', version: 2 })
  await waitFor(() => expect(screen.queryByRole('radio', { checked: true })).toBeNull())
})

test('nothing is recorded without a verdict, nor a rejection without a reason', async () => {
  await visitCase()
  await record()
  await findAlert('Choose a verdict.')
  expect(screen.getByRole('group', { name: 'Verdict', description: 'Choose a verdict.' })).toBeDefined()
  await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('radio'))
  await user.click(findVerdict('Reject'))
  expect(screen.queryByText('Choose a verdict.')).toBeNull()
  await record()
  await findAlert('Choose at least one reason.')
  await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('checkbox'))
  expect(api.requests('reviewApplication')).toEqual([])
})

test('a flagged section brings its reasons to the top; what is said about one entry is sent', async () => {
  const tables = buildCase().renderedTables ?? []
  const ofAnEarlierForm = tables.slice(0, 1).map((table) => ({ ...table, name: 'hobbies', title: 'Hobbies' }))
  await visitCase({ renderedTables: [...tables, ...ofAnEarlierForm] })
  expect(screen.getByRole('button', { name: 'Show Hobbies' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Flag Hobbies' })).toBeNull()
  await click('Flag Referees')
  const flag = screen.getByRole('button', { name: 'Flag Referees', pressed: true })
  expect(document.querySelectorAll('[data-flagged]')).toHaveLength(1)
  expect(flag.closest('[data-flagged]')).not.toBeNull()
  await user.click(findVerdict('Reject'))
  const reasons = within(screen.getByRole('group', { name: 'Reasons for what you flagged' }))
  await user.click(reasons.getByRole('checkbox', { name: /^A referee did not support/ }))
  await user.selectOptions(reasons.getByLabelText('Entry'), '2: Second')
  await user.type(reasons.getByLabelText('For the applicant (optional)'), 'He said so in writing.')
  api.answer({ reviewApplication: buildCase() })
  await record()
  await findToast('Your review is recorded.')
  const [request] = api.requests('reviewApplication')
  expect(request?.body).toMatchObject({
    verdict: 'reject',
    reasons: [{ about: 'referees', entry: 2, note: 'He said so in writing.' }],
  })
})

test('somebody else was quicker: the newest state is shown, what was typed is kept, and recorded again', async () => {
  await visitCase()
  await user.click(findVerdict('Hold'))
  await user.type(screen.getByLabelText('Note for colleagues (optional)'), 'The dates are odd. ')
  const newest = buildCase({ status: { ...status, version: 2, reviews: 1 } })
  api.answer({ reviewApplication: refuse('changed_meanwhile', { data: newest }), staffApplication: newest })
  await record()
  await findAlert('Somebody changed this case meanwhile')
  expect(screen.getByText('1 of 2 reviews')).toBeDefined()
  expect(findVerdict('Hold').checked).toBe(true)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note for colleagues (optional)').value).toBe('The dates are odd. ')
  await click('I have seen it')
  expect(screen.queryByText('Somebody changed this case meanwhile')).toBeNull()
  api.answer({ reviewApplication: newest })
  await record()
  await findToast('Your review is recorded.')
  expect(api.requests('reviewApplication').at(-1)).toMatchObject({ body: { version: 2, note: 'The dates are odd.' } })
})

test('a review whose answer was lost is not said to be missing once the case is read again', async () => {
  const { name, id } = buildMe()
  const review = { id: 'r1', round: 1, person: { id, name }, at, verdict: 'hold' as const, reasons: [], note: '' }
  await visitCase()
  await user.click(findVerdict('Hold'))
  const newest = { status: { ...status, version: 2, reviews: 1 }, may: { ...may, review: false } }
  api.answer({ reviewApplication: 'hang up', staffApplication: buildCase({ ...newest, reviews: [review] }) })
  await record()
  await screen.findByText(/^Not recorded: The server did not answer\./)
  await comeBackLater()
  await screen.findByText(/^You recorded “Hold”/)
  expect(screen.queryByText('Somebody changed this case meanwhile')).toBeNull()
})

test('a decision whose answer was lost is not said to be missing once the case is read again', async () => {
  api.signInAs({ roles: ['chair'] })
  const { name, id } = buildMe()
  const person = { id, name }
  const decided = { outcome: 'held' as const, reasons: [], decidedBy: person, secondedBy: null, at }
  const newest = { decided, status: { ...status, stage: 'held' as const, version: 2 } }
  const note = { id: 'n1', person, text: 'Ask the bank.', pinned: false, at }
  await visitCase({ may: { ...may, decide: true } })
  await user.click(screen.getByRole('radio', { name: 'Decision of the chair' }))
  await user.click(findVerdict('Hold'))
  await fill('Note for colleagues (optional)', 'Ask the bank.')
  const readAgain = async (more: object) => {
    api.answer({ staffApplication: buildCase({ ...newest, may: { ...may, decide: true }, ...more }) })
    await comeBackLater()
  }
  api.answer({ decideApplication: 'hang up' })
  await click('Record the decision')
  await screen.findByText(/^Not recorded: The server did not answer\./)
  await readAgain({})
  await findAlert('Somebody changed this case meanwhile')
  await readAgain({ notes: [note] })
  await waitFor(() => expect(findVerdict('Hold').checked).toBe(false))
  expect(screen.queryByText('Somebody changed this case meanwhile')).toBeNull()
})

test('a verdict that was chosen before a colleague changed the case is not recorded before that is seen', async () => {
  await visitCase()
  await user.click(findVerdict('Hold'))
  const newest = buildCase({ status: { ...status, version: 2, reviews: 1 } })
  api.answer({ reviewApplication: refuse('changed_meanwhile', { data: newest }), staffApplication: newest })
  await comeBackLater()
  await findAlert('Somebody changed this case meanwhile')
  await record()
  await screen.findByText('Not recorded: somebody changed the case meanwhile.')
  await click('I have seen it')
  api.answer({ reviewApplication: newest })
  await record()
  await findToast('Your review is recorded.')
  expect(api.requests('reviewApplication')).toMatchObject([{ body: { version: 1 } }, { body: { version: 2 } }])
})

test('the chair decides with a review that agrees, and never alone', async () => {
  api.signInAs({ roles: ['chair'] })
  await visitCase({ may: { ...may, decide: true } })
  expect(screen.getByRole('form', { name: 'Your review' })).toBeDefined()
  await user.click(screen.getByRole('radio', { name: 'Decision of the chair' }))
  expect(screen.getByRole('form', { name: 'Decision' })).toBeDefined()
  expect(screen.queryByRole('radio', { name: /^Return/ })).toBeNull()
  await user.click(findVerdict('Shortlist'))
  api.answer({ decideApplication: refuse('second_person_required') })
  await click('Record the decision')
  await screen.findByText(/^Not recorded: it needs a review by somebody else that agrees\./)
  expect(findVerdict('Shortlist').checked).toBe(true)
  expect(api.requests('decideApplication')).toMatchObject([{ body: { outcome: 'shortlist', version: 1 } }])
  api.answer({ decideApplication: buildCase() })
  await click('Record the decision')
  await findToast('The decision is recorded.')
})

test.each([
  [1, 'Decision'],
  [2, 'Your review'],
])('with a review of the first round the chair is offered in round %i first: %s', async (round, name) => {
  api.signInAs({ roles: ['chair'] })
  const person = { id: 'p1', name: 'Amaka Slow' }
  const review = { id: 'r1', round: 1, person, at, verdict: 'hold', reasons: [], note: '' } as const
  await visitCase({
    reviews: [{ ...review, reasons: [] }],
    status: { ...status, round },
    may: { ...may, decide: true },
  })
  expect(screen.getByRole('form', { name })).toBeDefined()
})

test('a case on hold can only be read, and nobody is told who reads it', async () => {
  const page = await visitCase({
    hold: { reason: 'The same certificate twice.', madeBy: 'Hauwa Chair', at },
    may: { ...may, review: false },
  })
  expect(screen.getByText('The applicant is on hold')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Record' })).toBeNull()
  await user.keyboard('1r2a{Control>}{Enter}{/Control}')
  expect(screen.queryByText(/ is chosen, not recorded yet\.$/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Flag/ })).toBeNull()
  expect(document.querySelector('[data-reading]')).not.toBeNull()
  page.unmount()
  await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
  expect([api.requests('renewViewing'), api.requests('endViewing')]).toEqual([[], []])
})

test('who is no second person for those who have reviewed a case reads why, in place of the verdict', async () => {
  await visitCase({ isSecondPerson: false, may: { ...may, review: false } })
  expect(screen.getByText(/^You and the person whose work this is do not count as two persons yet/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Record' })).toBeNull()
})

test('who else has the case open is said, and they are told when one leaves it', async () => {
  const viewer = { person: { id: 'p1', name: 'Amaka Slow' }, since: at, until: at }
  let reviews = -1
  api.answer({
    renewViewing: { viewers: [viewer], version: 2, until: at },
    // Nobody waits for it.
    endViewing: refuse('not_found'),
    staffApplication() {
      reviews += 1
      return buildCase({ status: { ...status, reviews, version: reviews + 1 } })
    },
  })
  const page = await visit('/applications/APP-1')
  await screen.findByText(/^Amaka Slow has this case open since/)
  // Who has not begun to review it simply sees what it is now.
  await screen.findByText('1 of 2 reviews')
  expect(screen.queryByText('Somebody changed this case meanwhile')).toBeNull()
  page.goBack()
  await waitFor(() => expect(api.requests('endViewing')).toEqual([{ params: { number: 'APP-1' } }]))
  // They may have left it meanwhile.
  const renewed = Promise.withResolvers<StaffData<'renewViewing'>>()
  api.answer({ renewViewing: () => renewed.promise })
  page.goForward()
  await screen.findByText('1 of 2 reviews')
  expect(screen.queryByText(/^Amaka Slow has this case open/)).toBeNull()
  renewed.resolve({ viewers: [], version: 2, until: at })
})

test('a note is added and pinned; its text is kept when that failed', async () => {
  await visitCase()
  screen.getByText('No notes yet.')
  await user.type(screen.getByLabelText('New note'), 'The department knows him.')
  await user.click(screen.getByLabelText('Pin it to the top'))
  api.answer({ addApplicationNote: 'hang up' })
  await click('Add the note')
  await screen.findByText(/^Your text is kept\. The server did not answer\./)
  api.answer({ addApplicationNote: refuseFields('text') })
  await click('Add the note')
  await expectRefused('text')
  const note = {
    id: 'n1',
    person: { id: 'p1', name: 'Bisi Ajayi' },
    text: 'The department knows him.',
    pinned: true,
    at,
  }
  // The first try was recorded, and its answer lost.
  api.answer({ addApplicationNote: note, staffApplication: buildCase({ notes: [note] }) })
  await comeBackLater()
  await screen.findByText(note.text, { selector: 'p' })
  await click('Add the note')
  await findToast('The note is recorded.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('')
  expect(screen.queryByText('No notes yet.')).toBeNull()
  expect(within(screen.getByRole('list', { name: 'Notes' })).getByText('The department knows him.')).toBeDefined()
  expect(api.requests('addApplicationNote').at(-1)).toMatchObject({ body: { pinned: true } })
  const recorded = Promise.withResolvers<typeof note>()
  api.answer({ addApplicationNote: () => recorded.promise })
  await user.type(screen.getByLabelText('New note'), 'One more.')
  await click('Add the note')
  // Typed while it is on its way.
  await user.type(screen.getByLabelText('New note'), ' Not sent.')
  recorded.resolve({ ...note, id: 'n2', text: 'One more.' })
  await screen.findByText('One more.', { selector: 'p' })
  // To pin the first was said of that one alone.
  expect(api.requests('addApplicationNote').at(-1)).toMatchObject({ body: { text: 'One more.', pinned: false } })
  expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('One more. Not sent.')
})

test('a note that is typed stays while the history or another page is looked at, and when nothing more can be recorded', async () => {
  const page = await visitCase()
  await user.type(screen.getByLabelText('New note'), 'The department knows him.')
  const expectNote = () =>
    expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('The department knows him.')
  await user.click(screen.getByRole('tab', { name: 'History' }))
  await user.click(screen.getByRole('tab', { name: 'Notes (0)' }))
  expectNote()
  page.goBack()
  await waitFor(() => expect(screen.queryByLabelText('New note')).toBeNull())
  page.goForward()
  await screen.findByLabelText('New note')
  expectNote()
  // The notes stand in another place then.
  api.answer({ staffApplication: buildCase({ may: { ...may, review: false } }) })
  await comeBackLater()
  await screen.findByText('There is nothing for you to record here.')
  expectNote()
})

test('the reason for leaving a case stays when more can be done with the case meanwhile', async () => {
  const hold = { reason: 'Two applicants with one certificate.', madeBy: 'Musa Bello', at }
  api.signInAs({ roles: ['registry'] })
  await visitCase({ hold, may: { ...may, review: false } })
  await click('I have a conflict of interest')
  const dialog = await findDialog('Leave this case')
  await fill('Reason', 'The applicant is my cousin.', dialog)
  api.answer({ staffApplication: buildCase({ may: { ...may, review: false, return: true } }) })
  await comeBackLater()
  await waitFor(() => expect(screen.queryByText('The applicant is on hold')).toBeNull())
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('The applicant is my cousin.')
  expect(screen.getByRole('dialog')).toBeDefined()
})

test('who leaves a case by a try whose answer was lost has left it with the next one', async () => {
  api.answer({
    staffApplications: { rows: [], next: null, count: { value: 0, more: false } },
    staffPosts: { posts: [] },
    staffStages: { stages: [] },
    recuse: 'hang up',
  })
  const page = await visitCase()
  await click('I have a conflict of interest')
  const dialog = await findDialog('Leave this case')
  await fill('Reason', 'The applicant is my cousin.', dialog)
  await click('Leave', dialog)
  await dialog.findByText(/^The server did not answer\./)
  api.answer({ recuse: refuse('not_found') })
  await click('Leave', dialog)
  await findToast('You have left APP-1.')
  await screen.findByRole('heading', { name: 'Applications' })
  expect(page.path()).toBe('/applications')
})

test('who has gone on before the case is left is not led away from there', async () => {
  const leaving = Promise.withResolvers<void>()
  api.answer({
    async recuse() {
      await leaving.promise
      return { id: 'r1' }
    },
    staffCounts: emptyHome,
    nextReview: { number: null, following: null, progress: { done: 0, total: 0, more: false } },
  })
  const page = await visitCase()
  await click('I have a conflict of interest')
  const dialog = await findDialog('Leave this case')
  await fill('Reason', 'The applicant is my cousin.', dialog)
  await click('Leave', dialog)
  await hitEscape()
  await followMenu('Home')
  await screen.findByRole('heading', { name: /^Welcome/ })
  leaving.resolve()
  await findToast('You have left APP-1.')
  expect(page.path()).toBe('/')
})

test('who has an interest withdraws with a reason, and leaves the case without a further call about it', async () => {
  api.answer({
    recuse: { id: 'r1' },
    nextReview: { number: null, following: null, progress: { done: 0, total: 0, more: false } },
    staffApplication: buildCase(),
    staffApplications: { rows: [buildApplicationRow()], next: null, count: { value: 1, more: false } },
    staffPosts: { posts: [] },
    staffStages: { stages: [] },
  })
  const page = await visitFromList(api, 'Applications', 'APP-1')
  await click('I have a conflict of interest')
  const dialog = await findDialog('Leave this case')
  await click('Leave', dialog)
  await dialog.findByText('Say why, in at least 10 characters.')
  await fill('Reason', 'The applicant is my cousin.', dialog)
  api.answer({ recuse: refuse('unavailable') })
  await click('Leave', dialog)
  await dialog.findByText(busyServer)
  api.answer({
    recuse: { id: 'r1' },
    staffApplications: { rows: [], next: null, count: { value: 0, more: false } },
  })
  const { mock } = vi.spyOn(QueryClient.prototype, 'removeQueries')
  const readOld = watchOldData()
  await click('Leave', dialog)
  await waitFor(() => expect(page.path()).toBe('/applications'))
  await screen.findByRole('heading', { name: 'Applications' })
  // The list is read again without it.
  await screen.findByText('0 applications')
  await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
  expect(api.requests('endViewing')).toEqual([])
  expect(readOld()).toEqual(expect.arrayContaining(['applications', 'recusals', 'counts']))
  // Nothing of it stays in this browser.
  expect(mock.calls.map(([filters]) => filters?.queryKey)).toContainEqual(['application', 'APP-1'])
  // Back does not lead to it.
  page.goBack()
  expect(page.path()).toBe('/applications')
})

test('an application is returned with what must be corrected and until when', async () => {
  api.signInAs({ roles: ['registry'] })
  await visitCase({ may: { ...may, review: false, return: true } })
  await click('Return to the applicant…')
  const dialog = await findDialog('Return to the applicant')
  const correction = { reason: 'Upload the certificate.', until: at }
  const returned = buildCase({ may: { ...may, review: false, return: true }, correction })
  api.answer({ returnApplication: returned, staffApplication: returned })
  await click('Return', dialog)
  await dialog.findByText('Say what must be corrected.')
  await fill('What must be corrected', ' ', dialog)
  expect(dialog.queryByText('The applicant reads')).toBeNull()
  await fill('What must be corrected', 'Upload the certificate.', dialog)
  expect(dialog.getByText('The applicant reads')).toBeDefined()
  api.answer({ returnApplication: refuseFields('until') })
  await click('Return', dialog)
  await expectRefused('until')
  api.answer({ returnApplication: refuse('unavailable') })
  await click('Return', dialog)
  await dialog.findByText(busyServer)
  const newest = buildCase({ may: { ...may, review: false, return: true }, status: { ...status, version: 2 } })
  api.answer({ returnApplication: refuse('changed_meanwhile', { data: newest }), staffApplication: newest })
  // The page reads it again, also by itself, which the person may not have seen.
  await comeBackLater()
  await click('Return', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  api.answer({ returnApplication: returned, staffApplication: returned })
  await click('Return', dialog)
  await findToast('APP-1 is with the applicant. An email is on its way.')
  await waitForNoDialog()
  await screen.findByRole('button', { name: 'Change the return…' })
  expect(api.requests('returnApplication').slice(-2)).toMatchObject(
    [1, 2].map((version) => ({ body: { reason: 'Upload the certificate.', version } })),
  )
})

test('what is typed for a return stays when it is possible no more, which is said once it is sent', async () => {
  api.signInAs({ roles: ['registry'] })
  const none = { ...may, review: false }
  await visitCase({ may: { ...none, return: true } })
  await click('Return to the applicant…')
  const dialog = await findDialog('Return to the applicant')
  await fill('What must be corrected', 'Upload the certificate.', dialog)
  api.answer({ staffApplication: buildCase({ may: none }), returnApplication: refuse('on_hold') })
  await comeBackLater()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Return to the applicant…' })).toBeNull())
  await click('Return', dialog)
  await dialog.findByText(/^This applicant is on hold\./)
  expect(api.requests('returnApplication')).toMatchObject([{ body: { reason: 'Upload the certificate.' } }])
})

test('a return is changed from what it says, and keeps its date unless another one is chosen', async () => {
  api.signInAs({ roles: ['registry'] })
  const correction = { reason: 'Upload the certificate.', until: at }
  await visitCase({ may: { ...may, review: false, return: true }, correction })
  await click('Change the return…')
  const dialog = await findDialog('Change the return')
  await user.type(dialog.getByLabelText('What must be corrected'), ' Both sides.')
  api.answer({ returnApplication: buildCase({ correction }) })
  await click('Change', dialog)
  await waitForNoDialog()
  const { body } = api.requests('returnApplication').at(-1) as { body: { reason: string; until: string } }
  expect([body.reason, Date.parse(body.until)]).toEqual(['Upload the certificate. Both sides.', Date.parse(at)])
})

test('a return is taken back after a question', async () => {
  api.signInAs({ roles: ['registry'] })
  await visitCase({
    may: { ...may, review: false, takeBack: true },
    correction: { reason: 'Upload the certificate.', until: at },
  })
  await click('Take the return back…')
  await hitEscape()
  expect(api.requests('takeBackReturn')).toEqual([])
  await click('Take the return back…')
  const dialog = await findDialog('Take the return back')
  api.answer({ takeBackReturn: refuse('unavailable') })
  await click('Take it back', dialog)
  await dialog.findByText(busyServer)
  // A colleague gives more time meanwhile, which is not taken back unseen.
  const newest = buildCase({
    may: { ...may, review: false, takeBack: true },
    correction: { reason: 'Upload both certificates.', until: at },
    status: { ...status, version: 2 },
  })
  api.answer({ takeBackReturn: refuse('changed_meanwhile', { data: newest }), staffApplication: newest })
  await comeBackLater()
  await click('Take it back', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  await screen.findByText('Upload both certificates.')
  const takenBack = buildCase({ may: { ...may, review: false } })
  api.answer({ takeBackReturn: takenBack, staffApplication: takenBack })
  await click('Take it back', dialog)
  await findToast('The return is taken back. The applicant gets an email.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take the return back…' })).toBeNull())
  const sent = api.requests('takeBackReturn').slice(-2)
  expect(sent.map(({ body }) => body)).toEqual([{ version: 1 }, { version: 2 }])
})

test('a role that knows the status alone sees no contents', async () => {
  api.signInAs({ roles: ['helpdesk'] })
  await visitCase({ renderedTables: null, may: { ...may, review: false, note: false } })
  expect(screen.getByText('Your role sees the status of applications, not their contents.')).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
})

test('cases are gone through in the order of the list from which one was opened', async () => {
  const alone = await visitCase()
  expect(screen.queryByRole('navigation', { name: 'The list' })).toBeNull()
  alone.unmount()
  const rows = ['APP-1', 'APP-2'].map((number) => buildApplicationRow({ number }))
  api.answer({
    staffApplications: { rows, next: null, count: { value: 2, more: false } },
    staffPosts: { posts: [] },
    staffStages: { stages: [] },
    staffApplication: ({ params }) => buildCase({ number: params.number }),
  })
  const page = await visit('/applications')
  await user.click(await screen.findByRole('link', { name: 'APP-1' }))
  expect(await screen.findByRole('link', { name: 'Next in the list' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Previous in the list' })).toBeNull()
  expect(readShortcuts()).toMatchObject({ 'Next in the list': ']' })
  await user.keyboard('[[')
  expect(page.path()).toBe('/applications/APP-1')
  await user.keyboard(']')
  await waitFor(() => expect(page.path()).toBe('/applications/APP-2'))
  await screen.findByRole('link', { name: 'Previous in the list' })
  expect(screen.queryByRole('link', { name: 'Next in the list' })).toBeNull()
  expect(readShortcuts()).toMatchObject({ 'Previous in the list': '[' })
  await user.keyboard(']')
  expect(page.path()).toBe('/applications/APP-2')
  await user.keyboard('[[')
  await waitFor(() => expect(page.path()).toBe('/applications/APP-1'))

  // One that is not in the list has nothing before and after it.
  const person = { name: 'Ada Okon', post: 'Lecturer II', year: 2024, opens: true }
  api.answer({ staffSearch: { found: [{ kind: 'application', key: 'APP-9', ...person }], more: false } })
  await screen.findByRole('link', { name: 'Next in the list' })
  await user.keyboard('/')
  await user.click(await screen.findByRole('combobox', { name: 'Name, number or page' }))
  await user.keyboard('app-9{Enter}')
  await waitFor(() => expect(page.path()).toBe('/applications/APP-9'))
  await waitFor(() => expect(api.requests('staffApplication').at(-1)?.params).toEqual({ number: 'APP-9' }))
  await screen.findByRole('button', { name: 'Record' })
  expect(screen.queryByRole('link', { name: /in the list$/ })).toBeNull()
})

test('of a list with one entry nobody chooses which entry a reason is about', async () => {
  const tables = buildCase().renderedTables ?? []
  await visitCase({ renderedTables: tables.map((table) => ({ ...table, rows: table.rows.slice(0, 1) })) })
  await user.keyboard('2a')
  expect(screen.getByLabelText('About')).toBeDefined()
  expect(screen.queryByLabelText('Entry')).toBeNull()
})

test('a reason without a part is about the whole application, one without an entry about the whole part', async () => {
  await visitCase()
  await user.keyboard('2a')
  await user.selectOptions(screen.getByLabelText('Entry'), '2: Second')
  await user.selectOptions(screen.getByLabelText('Entry'), 'All of them')
  api.answer({ reviewApplication: refuse('unavailable') })
  await record()
  await screen.findByText(/^Not recorded: The service is busy/)
  const readReasons = () => (api.requests('reviewApplication').at(-1) as { body: { reasons: unknown } }).body.reasons
  expect(readReasons()).toEqual([{ code: 'certificate_too_low', about: 'academicQualification' }])
  await user.selectOptions(screen.getByLabelText('Entry'), '2: Second')
  await user.selectOptions(screen.getByLabelText('About'), reviewParts.photo)
  await record()
  await waitFor(() => expect(readReasons()).toEqual([{ code: 'certificate_too_low', about: 'photo' }]))
  await user.selectOptions(screen.getByLabelText('About'), reviewParts.academicQualification)
  await user.selectOptions(screen.getByLabelText('Entry'), '2: Second')
  await user.selectOptions(screen.getByLabelText('About'), 'The whole application')
  const errors = [{ path: 'note', message: 'The note is too long.' }]
  api.answer({ reviewApplication: refuse('invalid_request', { errors }) })
  await record()
  await screen.findByText('Not recorded: The note is too long.')
  expect(readReasons()).toEqual([{ code: 'certificate_too_low' }])
  await user.click(findVerdict('Shortlist'))
  await screen.findByRole('button', { name: 'Reasons (1)' })
})

test('who decides and does not review records the decision alone', async () => {
  api.signInAs({ roles: ['chair'] })
  await visitCase({ may: { ...may, review: false, decide: true } })
  expect(screen.getByRole('form', { name: 'Decision' })).toBeDefined()
  expect(screen.queryByRole('radio', { name: 'My review' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Reasons' })).toBeDefined()
})

test('the own review of an earlier round is not that of this one', async () => {
  const { id, name } = buildMe({ roles: ['reviewer'] })
  const review = { id: 'r1', round: 1, person: { id, name }, at, verdict: 'hold' as const, reasons: [], note: '' }
  await visitCase({ reviews: [review], status: { ...status, round: 2 }, may: { ...may, review: false } })
  expect(screen.getByText('There is nothing for you to record here.')).toBeDefined()
  expect(screen.queryByText(/^You recorded/)).toBeNull()
})

test('a case that somebody has changed while it is open is read again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await visitCase({ status: { ...status, version: 1 } })
  await waitFor(() => expect(api.requests('renewViewing')).toHaveLength(1))
  await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
  expect(api.requests('staffApplication')).toHaveLength(1)
  api.answer({
    renewViewing: { viewers: [], version: 2, until: at },
    staffApplication: buildCase({ status: { ...status, version: 2, reviews: 1 } }),
  })
  const { mock } = vi.spyOn(QueryClient.prototype, 'invalidateQueries')
  // Asked every minute, which also says that it is still open.
  act(() => void vi.advanceTimersByTime(60_000))
  await screen.findByText('1 of 2 reviews')
  const client = mock.contexts[0] as QueryClient
  // What the next minute asks again is not asked in between.
  api.answer({ renewViewing: 'hang up' })
  act(() => void vi.advanceTimersByTime(60_000))
  await waitFor(() => expect(api.requests('renewViewing')).toHaveLength(3))
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(api.requests('renewViewing')).toHaveLength(3)
})

test('an application is withdrawn from its case', async () => {
  api.signInAs({ roles: ['registry'] })
  await visitCase({ may: { ...may, review: false, withdraw: true } })
  expect(screen.queryByRole('button', { name: 'Reinstate…' })).toBeNull()
  await click('Withdraw the application…')
  const dialog = await findDialog('Withdraw the application')
  await fill('How the applicant asked for it', 'By email on 3 March.', dialog)
  // What is behind the dialog is read again, also where the answer is lost.
  api.answer({ withdrawApplication: refuse('unavailable') })
  await click('Withdraw', dialog)
  await waitFor(() => expect(api.requests('staffApplication')).toHaveLength(2))
  const withdrawal = { reason: 'By email on 3 March.', person: { id: 'p1', name: 'Bisi Ajayi' }, at }
  const withdrawn = buildCase({ withdrawal, may: { ...may, review: false } })
  api.answer({ withdrawApplication: withdrawn, staffApplication: withdrawn })
  await click('Withdraw', dialog)
  await findToast('APP-1 is withdrawn. The applicant gets an email.')
  await waitForNoDialog()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw the application…' })).toBeNull())
})

test('what the applicant will read has no date until one is chosen', async () => {
  api.signInAs({ roles: ['registry'] })
  await visitCase({ may: { ...may, review: false, return: true } })
  await click('Return to the applicant…')
  expect(screen.queryByRole('button', { name: 'Take the return back…' })).toBeNull()
  const dialog = await findDialog('Return to the applicant')
  expect(dialog.queryByText('The applicant reads')).toBeNull()
  await user.type(dialog.getByLabelText('What must be corrected'), 'Upload it.')
  await fill('Until', '', dialog)
  await dialog.findByText('Correct this and send it again by ….')
})
