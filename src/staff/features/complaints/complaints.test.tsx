// Complaints: the inbox, and one of them with its answers, notes, and what somebody else did meanwhile.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { cannedReplies } from '#shared/staff/canned-replies.ts'
import { complaintCategories } from '#shared/staff/complaints.ts'
import { completeExerciseTexts, defaultExerciseTexts } from '#shared/staff/exercise-texts.ts'
import { buildComplaint, buildMe } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  comeBackLater,
  expectReadAgain,
  fill,
  findAlert,
  findToast,
  setUpStaffApi,
  user,
  visit,
  visitFromList,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const complaint = buildComplaint()
const { number } = complaint
const path = `/complaints/${number}`
const {
  text: _,
  isLinked: __,
  canAnswer: ___,
  messages: ____,
  others: _____,
  moreOthers: ______,
  ...listed
} = complaint
const colleague = {
  id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c71',
  name: 'Chidi Okafor',
}
const me = { id: buildMe().id, name: buildMe().name }

beforeEach(() => {
  api.signInAs({ roles: ['helpdesk'] })
  api.answer({
    staffComplaint: complaint,
    complaintAssignees: { rows: [me, colleague] },
    exerciseTexts: { texts: [...defaultExerciseTexts] },
  })
})

const getMessages = () => within(screen.getByRole('list', { name: 'Messages' }))
const readText = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label).value

test('an answer goes out by email with the version that was seen, and its box is empty again', async () => {
  await visit(path)
  expect(screen.getByText(`Goes out by email with the number ${number}.`)).toBeDefined()
  await fill('Your answer', 'Please log in again.')
  const message = {
    direction: 'out' as const,
    body: 'Please log in again.',
    person: me.name,
    at: complaint.receivedAt,
  }
  api.answer({
    answerComplaint: buildComplaint({ state: 'answered', messages: [message] }),
  })
  await click('Send the answer')
  await findToast('The answer is on its way.')
  expect(getMessages().getByText(`Answer by email from ${me.name}`)).toBeDefined()
  expect(readText('Your answer')).toBe('')
  expect(api.requests('answerComplaint')).toEqual([
    {
      params: { number },
      body: { direction: 'out', body: 'Please log in again.', version: 2 },
    },
  ])
})

test('a note stays inside; what was begun in the other tab is kept', async () => {
  await visit(path)
  await fill('Your answer', 'Not yet finished')
  await user.click(screen.getByRole('tab', { name: 'Internal note' }))
  expect(screen.getByText('Only staff see it. The sender is not told.')).toBeDefined()
  expect(screen.queryByLabelText(/^Add a prepared reply/)).toBeNull()
  await fill('Your note', 'The settlement is late.')
  const recorded = Promise.withResolvers<typeof complaint>()
  api.answer({ answerComplaint: () => recorded.promise })
  await click('Keep the note')
  // Typed while it is on its way.
  await user.type(screen.getByLabelText('Your note'), ' It came.')
  recorded.resolve(complaint)
  await findToast('The note is recorded.')
  expect(readText('Your note')).toBe('The settlement is late. It came.')
  expect(api.requests('answerComplaint')).toMatchObject([
    { body: { direction: 'note', body: 'The settlement is late.' } },
  ])
  await user.click(screen.getByRole('tab', { name: 'Answer by email' }))
  expect(readText('Your answer')).toBe('Not yet finished')
})

test('a prepared reply is added below what was typed', async () => {
  await visit(path)
  const { label, text } = cannedReplies.bankPayment
  await user.selectOptions(await screen.findByLabelText('Add a prepared reply (optional)'), label)
  expect(readText('Your answer')).toBe(text)
  await fill('Your answer', 'Thank you for writing.')
  await user.selectOptions(screen.getByLabelText('Add a prepared reply (optional)'), label)
  expect(readText('Your answer')).toBe(`Thank you for writing.\n\n${text}`)
})

test('an empty answer is refused at its box; a failed one keeps its text', async () => {
  api.answer({ answerComplaint: refuse('no_address') })
  await visit(path)
  await click('Send the answer')
  await screen.findByText('Write something.')
  await fill('Your answer', 'My answer.')
  await click('Send the answer')
  await screen.findByText('Your text is kept. No address is known to which an answer could go.')
  expect(readText('Your answer')).toBe('My answer.')
})

test('without an address only a note can be written', async () => {
  api.answer({ staffComplaint: buildComplaint({ canAnswer: false }) })
  await visit(path)
  await screen.findByText(/^No address is known to which an answer could go\. If the sender names a user ID/)
  expect(screen.queryByLabelText('Your answer')).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Internal note' }))
  expect(screen.getByRole('button', { name: 'Keep the note' })).toBeDefined()
})

test.each([
  ['answered', 'Somebody answered meanwhile'],
  ['closed', 'Somebody changed this complaint meanwhile'],
] as const)('an answer to a complaint that is %s meanwhile is not sent, and its text is kept', async (state, title) => {
  const message = {
    direction: 'out' as const,
    body: 'The quicker answer.',
    person: colleague.name,
    at: complaint.receivedAt,
  }
  await visit(path)
  await fill('Your answer', 'My own answer.')
  api.answer({
    answerComplaint: refuse('changed_meanwhile', {
      data: buildComplaint({ state, version: 3, messages: [message] }),
    }),
  })
  await click('Send the answer')
  await screen.findByText(title)
  expect(screen.getByText('The quicker answer.')).toBeDefined()
  expect(readText('Your answer')).toBe('My own answer.')
  expect(screen.queryByText(/^Your text is kept\./)).toBeNull()
  api.answer({
    answerComplaint: buildComplaint({ state: 'answered', version: 4 }),
  })
  await click('Send the answer')
  await waitFor(() => expect(screen.queryByText(title)).toBeNull())
  expect(api.requests('answerComplaint').at(-1)).toMatchObject({
    body: { version: 3 },
  })
})

test.each([
  [{}, 'Assign to me', { assignedTo: me.id }, { assignedTo: me }, 'The complaint is assigned to you.', 'Give back'],
  [{ assignedTo: me }, 'Give back', { assignedTo: null }, {}, 'The complaint is assigned to nobody.', 'Assign to me'],
  [
    { assignedTo: colleague },
    'Assign to me',
    { assignedTo: me.id },
    { assignedTo: me },
    'The complaint is assigned to you.',
    'Give back',
  ],
  [{}, 'Close', { state: 'closed' }, { state: 'closed' }, 'The complaint is closed.', 'Open again'],
  [{ state: 'closed' }, 'Open again', { state: 'open' }, { state: 'open' }, 'The complaint is open again.', 'Close'],
  [
    { state: 'junk' },
    'Open again',
    { state: 'open' },
    { state: 'open' },
    'The complaint is open again.',
    'Mark as junk',
  ],
  [{}, 'Mark as junk', { state: 'junk' }, { state: 'junk' }, 'The complaint is marked as junk.', 'Open again'],
] as const)('a complaint with %j: “%s” sends %j', async (before, button, change, after, message, next) => {
  api.answer({
    staffComplaint: buildComplaint(before),
    changeComplaint: buildComplaint(after),
  })
  await visit(path)
  await click(button)
  await findToast(message)
  await screen.findByRole('button', { name: next })
  expect(api.requests('changeComplaint')).toEqual([{ params: { number }, body: { ...change, version: 2 } }])
})

test('a complaint that is over cannot be marked as junk', async () => {
  api.answer({ staffComplaint: buildComplaint({ state: 'closed' }) })
  await visit(path)
  await screen.findByRole('button', { name: 'Open again' })
  expect(screen.queryByRole('button', { name: 'Mark as junk' })).toBeNull()
})

test('who answers complaints and assigns none is offered answers alone', async () => {
  api.signInAs({ permissions: ['complaint:answer'] })
  await visit(path)
  await screen.findByRole('button', { name: 'Send the answer' })
  expect(screen.queryByRole('region', { name: 'Handling' })).toBeNull()
})

test('its category is set, and it is given to a colleague by name', async () => {
  api.answer({ changeComplaint: buildComplaint({ category: 'payment' }) })
  api.answer({ staffComplaints: { rows: [listed], next: null, count: { value: 1, more: false } } })
  await visitFromList(api, 'Complaints', number)
  const select = await screen.findByLabelText<HTMLSelectElement>('Category')
  expect([...select.options].map(({ text }) => text).slice(1)).toEqual(Object.values(complaintCategories))
  await user.selectOptions(select, 'Payment')
  await click('Set category')
  await findToast('The category is set.')
  await screen.findByRole('option', { name: colleague.name })
  expect(screen.queryByText(/^The names could not be loaded/)).toBeNull()
  await user.selectOptions(screen.getByLabelText('Assigned to'), colleague.name)
  api.answer({ changeComplaint: buildComplaint({ assignedTo: colleague }) })
  await click('Assign')
  await findToast(`The complaint is assigned to ${colleague.name}.`)
  expect(screen.getByLabelText<HTMLSelectElement>('Assigned to').value).toBe(colleague.id)
  expect(api.requests('changeComplaint').map(({ body }) => body)).toEqual([
    { category: 'payment', version: 2 },
    { assignedTo: colleague.id, version: 2 },
  ])
  await expectReadAgain(api, 'Complaints', 'staffComplaints')
  await expectReadAgain(api, 'Home', 'staffCounts')
})

test('names that could not be loaded are said where they are chosen', async () => {
  api.answer({ complaintAssignees: refuse('unexpected') })
  await visit(path)
  await screen.findByText('The names could not be loaded. Load the page again.')
})

test('a complaint without an account is linked to its applicant', async () => {
  const message = 'There is no applicant with this user ID.'
  api.answer({
    staffComplaint: buildComplaint({ userId: 're24 5', isLinked: false }),
    changeComplaint: refuse('invalid_request', {
      errors: [{ path: 'applicant', message }],
    }),
  })
  await visit(path)
  // As the sender typed it, and no link, because there may be no such applicant.
  expect(await screen.findByLabelText('User ID of the applicant')).toHaveProperty('value', 're24 5')
  expect(screen.getByText('re24 5').closest('a')).toBeNull()
  await fill('User ID of the applicant', 'RE24-99999')
  await click('Link the applicant')
  await screen.findByText(message)
  const field = screen.getByLabelText<HTMLInputElement>('User ID of the applicant')
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['RE24-99999', 'true'])
  // Said at the field alone.
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toBe('')
  await fill('User ID of the applicant', 'RE24-00005')
  api.answer({ changeComplaint: complaint })
  await click('Link the applicant')
  await findToast('The complaint is linked to the applicant.')
  expect(screen.getByRole('link', { name: 'RE24-00005' }).getAttribute('href')).toBe('/staff/applicants/RE24-00005')
  expect(screen.queryByRole('button', { name: 'Link the applicant' })).toBeNull()
})

test('a change that is refused is told, one of a changed complaint shows the newest', async () => {
  api.answer({ changeComplaint: refuse('not_permitted') })
  await visit(path)
  await click('Close')
  await findToast('Your roles do not allow this.')
  expect(screen.queryByText(/ meanwhile$/)).toBeNull()
  const newest = buildComplaint({
    state: 'open',
    version: 3,
    assignedTo: colleague,
    category: 'payment',
  })
  api.answer({
    changeComplaint: refuse('changed_meanwhile', { data: newest }),
  })
  await screen.findByRole('option', { name: colleague.name })
  await click('Close')
  await findAlert('Somebody changed this complaint meanwhile')
  const readChosen = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value
  expect(['Category', 'Assigned to'].map(readChosen)).toEqual(['payment', colleague.id])
  expect(screen.queryByText('Someone else changed this. Check the new version and try again.')).toBeNull()
  api.answer({ changeComplaint: buildComplaint({ state: 'closed' }) })
  await click('Close')
  await findToast('The complaint is closed.')
  expect(api.requests('changeComplaint').at(-1)).toMatchObject({
    body: { version: 3 },
  })
})

test('who wrote before a colleague answered is told so first, also when the page has been read again', async () => {
  await visit(path)
  await fill('Your answer', 'Please log in again.')
  api.answer({ changeComplaint: buildComplaint({ assignedTo: me, version: 3 }) })
  await click('Assign to me')
  await findToast('The complaint is assigned to you.')
  const message = { direction: 'out' as const, body: 'Theirs.', person: colleague.name, at: complaint.receivedAt }
  const newest = buildComplaint({ state: 'answered', version: 4, assignedTo: me, messages: [message] })
  api.answer({ staffComplaint: newest, answerComplaint: refuse('changed_meanwhile', { data: newest }) })
  await comeBackLater()
  await getMessages().findByText('Theirs.')
  await click('Send the answer')
  await findAlert('Somebody answered meanwhile')
  api.answer({ answerComplaint: newest })
  await click('Send the answer')
  await findToast('The answer is on its way.')
  expect(api.requests('answerComplaint').map(({ body }) => body)).toMatchObject([{ version: 3 }, { version: 4 }])
})

test('who wrote before a colleague answered is told so first, also when they have changed something since', async () => {
  await visit(path)
  await fill('Your answer', 'Please log in again.')
  const message = { direction: 'out' as const, body: 'Theirs.', person: colleague.name, at: complaint.receivedAt }
  const answered = buildComplaint({ state: 'answered', version: 3, messages: [message] })
  api.answer({ staffComplaint: answered })
  await comeBackLater()
  await getMessages().findByText('Theirs.')
  const newest = { ...answered, version: 4, assignedTo: me }
  api.answer({ changeComplaint: newest, answerComplaint: refuse('changed_meanwhile', { data: newest }) })
  await click('Assign to me')
  await findToast('The complaint is assigned to you.')
  await click('Send the answer')
  await findAlert('Somebody answered meanwhile')
  api.answer({ answerComplaint: { ...newest, version: 5 } })
  await click('Send the answer')
  await findToast('The answer is on its way.')
  expect(api.requests('answerComplaint').map(({ body }) => body)).toMatchObject([{ version: 2 }, { version: 4 }])
})

test('who wrote before a colleague answered is told so first, also when they set since what was so already', async () => {
  await visit(path)
  await fill('Your answer', 'Please log in again.')
  const message = { direction: 'out' as const, body: 'Theirs.', person: colleague.name, at: complaint.receivedAt }
  const answered = buildComplaint({ state: 'answered', version: 3, assignedTo: me, messages: [message] })
  api.answer({ changeComplaint: answered, answerComplaint: refuse('changed_meanwhile', { data: answered }) })
  await click('Assign to me')
  await getMessages().findByText('Theirs.')
  await click('Send the answer')
  await findAlert('Somebody answered meanwhile')
  expect(api.requests('answerComplaint').map(({ body }) => body)).toMatchObject([{ version: 2 }])
})

test('who wrote before a colleague answered is told so first, also when a note was kept since', async () => {
  await visit(path)
  await fill('Your answer', 'Please log in again.')
  await user.click(screen.getByRole('tab', { name: 'Internal note' }))
  await fill('Your note', 'The settlement is late.')
  const message = { direction: 'out' as const, body: 'Theirs.', person: colleague.name, at: complaint.receivedAt }
  const answered = buildComplaint({ state: 'answered', version: 3, messages: [message] })
  api.answer({ answerComplaint: answered })
  await click('Keep the note')
  await findToast('The note is recorded.')
  await user.click(screen.getByRole('tab', { name: 'Answer by email' }))
  api.answer({ answerComplaint: refuse('changed_meanwhile', { data: answered }) })
  await click('Send the answer')
  await findAlert('Somebody answered meanwhile')
  expect(api.requests('answerComplaint').at(-1)).toMatchObject({ body: { direction: 'out', version: 2 } })
})

test('what was typed stays while another complaint is read, with what was known of it, until it is sent', async () => {
  const other = {
    number: 'C-2024-00002',
    state: 'closed',
    receivedAt: complaint.receivedAt,
    excerpt: 'Before.',
  } as const
  let newest = buildComplaint({ others: [other] })
  api.answer({
    staffComplaint: ({ params }) => (params.number === number ? newest : buildComplaint({ ...other, others: [] })),
  })
  const page = await visit(path)
  const visitOther = async () => {
    await user.click(await screen.findByRole('link', { name: other.number }))
    await screen.findByRole('heading', { name: `Complaint ${other.number}` })
  }
  await fill('Your answer', 'Please log in again.')
  await visitOther()
  expect(readText('Your answer')).toBe('')
  newest = buildComplaint({ others: [other], version: 3, state: 'answered' })
  page.goBack()
  await screen.findByRole('heading', { name: `Complaint ${number}` })
  expect(readText('Your answer')).toBe('Please log in again.')
  api.answer({ answerComplaint: newest })
  await click('Send the answer')
  await findToast('The answer is on its way.')
  expect(api.requests('answerComplaint').at(-1)).toMatchObject({ body: { version: complaint.version } })
  await visitOther()
  page.goBack()
  await screen.findByRole('heading', { name: `Complaint ${number}` })
  expect(readText('Your answer')).toBe('')
})

test('who has a complaint is named also where nothing can be assigned to them, until nobody is chosen', async () => {
  const left = { ...colleague, id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c72', name: 'Musa Danladi' }
  api.answer({ staffComplaint: buildComplaint({ assignedTo: left }), changeComplaint: complaint })
  await visit(path)
  await screen.findByRole('option', { name: colleague.name })
  const select = screen.getByLabelText<HTMLSelectElement>('Assigned to')
  expect(select.selectedOptions[0]?.text).toBe('Musa Danladi')
  await user.selectOptions(select, 'Nobody')
  await click('Assign')
  await findToast('The complaint is assigned to nobody.')
  expect(api.requests('changeComplaint')).toMatchObject([{ body: { assignedTo: null } }])
})

test('a change meanwhile that names no newest complaint reads it again', async () => {
  await visit(path)
  api.answer({
    changeComplaint: refuse('changed_meanwhile'),
    staffComplaint: buildComplaint({ assignedTo: me }),
  })
  await click('Close')
  await findAlert('Somebody changed this complaint meanwhile')
  await screen.findByRole('button', { name: 'Give back' })
})

test('other complaints of the sender are named, and lead to each and to all', async () => {
  const other = {
    number: 'C-2024-00002',
    state: 'closed',
    receivedAt: complaint.receivedAt,
    excerpt: 'I wrote before.',
  } as const
  api.answer({
    staffComplaint: buildComplaint({ others: [other], moreOthers: true }),
  })
  await visit(path)
  const others = within(
    await screen.findByRole('region', {
      name: 'Other complaints of this sender',
    }),
  )
  expect(others.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    [other.number, `/staff/complaints/${other.number}`],
    ['There are more: all of this sender', `/staff/complaints?sender=${number}`],
  ])
  const first = { ...other, number }
  api.answer({ staffComplaint: buildComplaint({ number: other.number, others: [first] }) })
  await user.click(others.getByRole('link', { name: other.number }))
  await screen.findByRole('heading', { name: `Complaint ${other.number}` })
  expect(screen.getByRole('link', { name: 'All of this sender' })).toBeDefined()
  // The first one is known already. What is typed for one is not taken for the other.
  await fill('Your answer', 'For the second one.')
  await user.click(screen.getByRole('link', { name: number }))
  await screen.findByRole('heading', { name: `Complaint ${number}` })
  expect(readText('Your answer')).toBe('')
})

test('there is no such complaint', async () => {
  api.answer({ staffComplaint: refuse('not_found') })
  await visit(path)
  expect(screen.getByText('There is no such complaint, or not within your roles.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'All complaints' }).getAttribute('href')).toBe('/staff/complaints')
})

test('complaints of one sender are one row, which leads to all of them; these are listed in full', async () => {
  const rows = [
    { ...listed, unanswered: 3 },
    { ...listed, number: 'C-2024-00002', unanswered: 1 },
  ]
  api.answer({
    staffComplaints: { rows, next: null, count: { value: 2, more: false } },
  })
  const page = await visit('/complaints?q=ladi')
  const all = await screen.findByRole('link', { name: '3 open complaints' })
  expect(screen.queryByRole('link', { name: '1 open complaints' })).toBeNull()
  expect(api.requests('staffComplaints').at(-1)?.query).toMatchObject({
    q: 'ladi',
    grouped: 'yes',
  })
  await user.click(all)
  await waitFor(() => expect(page.path()).toContain(`sender=${number}`))
  await waitFor(() => expect(screen.queryByRole('link', { name: '3 open complaints' })).toBeNull())
  expect(api.requests('staffComplaints').at(-1)?.query).toMatchObject({
    sender: number,
  })
  expect(api.requests('staffComplaints').at(-1)?.query).not.toHaveProperty('grouped')
})

test('replies and categories are those of the exercise, without those that are no longer offered', async () => {
  const reply = {
    kind: 'reply',
    code: 'own',
    version: 1,
    title: 'Hours',
    text: 'From 9 to 4.',
    isOffered: true,
  } as const
  const former = { ...reply, code: 'former', title: 'Former hours', isOffered: false }
  const nin = { kind: 'category', code: 'nin', version: 1, title: 'Identity', text: '', isOffered: true } as const
  const form = { ...nin, code: 'form', title: 'Form', isOffered: false }
  api.answer({ exerciseTexts: { texts: completeExerciseTexts([reply, former, nin, form]) } })
  await visit(path)
  await screen.findByRole('option', { name: 'Identity' })
  expect(screen.queryByRole('option', { name: 'Form' })).toBeNull()
  expect(screen.queryByRole('option', { name: 'Former hours' })).toBeNull()
  await user.selectOptions(screen.getByLabelText('Add a prepared reply (optional)'), 'Hours')
  expect(readText('Your answer')).toBe('From 9 to 4.')
  cleanup()
  // The one that a complaint has stays.
  api.answer({ staffComplaint: buildComplaint({ category: 'form' }) })
  await visit(path)
  await screen.findByRole('option', { name: 'Identity' })
  expect(screen.getByLabelText<HTMLSelectElement>('Category').selectedOptions[0]?.text).toBe('Form')
})

test('a complaint is given to nobody by choosing nobody, and no category is set without one', async () => {
  api.answer({ staffComplaint: buildComplaint({ category: null, assignedTo: null }) })
  await visit(path)
  await screen.findByRole('option', { name: colleague.name })
  await click('Assign')
  await click('Set category')
  api.answer({ changeComplaint: buildComplaint() })
  await click('Assign to me')
  await waitFor(() => expect(api.requests('changeComplaint')).toHaveLength(1))
})

test('of a complaint of somebody without an account the page has no more than there is', async () => {
  const message = { direction: 'in' as const, body: 'Me again.', person: null, at: complaint.receivedAt }
  api.answer({ staffComplaint: buildComplaint({ userId: null, fullName: null, messages: [message] }) })
  const page = await visit(path)
  expect(getMessages().getByText('Complaint from somebody without a name')).toBeDefined()
  expect(getMessages().getByText('Message')).toBeDefined()
  expect(screen.queryByText('Other complaints of this sender')).toBeNull()
  const readFact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
  expect(['From', 'User ID', 'Email given', 'Assigned to'].map(readFact)).toEqual(['—', '—', '—', 'Nobody'])
  expect(screen.getByRole('button', { name: 'Mark as junk' })).toBeDefined()
  page.unmount()
  api.answer({ staffComplaint: buildComplaint({ state: 'junk', userId: ' re24-00005 ', assignedTo: colleague }) })
  await visit(path)
  expect(readFact('Assigned to')).toBe(colleague.name)
  expect(screen.getByRole('link', { name: /re24-00005/ }).getAttribute('href')).toBe('/staff/applicants/RE24-00005')
  expect(screen.queryByRole('button', { name: 'Mark as junk' })).toBeNull()
  cleanup()
  api.answer({ staffComplaint: buildComplaint({ fullName: null, userId: 'RE24-00042' }) })
  await visit(path)
  expect(getMessages().getByText('Complaint from RE24-00042')).toBeDefined()
})
