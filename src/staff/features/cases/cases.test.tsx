// Money cases in the browser: the list, what the page of one says, and its steps.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { runAfterQuiet } from '#kit/http/activity.ts'
import type { MoneyCaseDetails } from '#shared/api/staff/money-cases.ts'
import { getDay } from '#shared/format/days.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  afterFreshSignIn,
  busyServer,
  click,
  confirmWithCode,
  expectReadAgain,
  fill,
  findDialog,
  findToast,
  followMenu,
  readAlert,
  setUpStaffApi,
  user,
  visit,
  visitFromList,
  waitForNoDialog,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
const id = '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55'

const buildCase = (changes: Partial<MoneyCaseDetails> = {}): MoneyCaseDetails => ({
  id,
  kind: 'double',
  rrr: '310007123456',
  userId: 'RE24-00041',
  amount: 12_500,
  state: 'open',
  openedAt: '2024-06-11T09:00:00.000Z',
  proposedBy: null,
  refund: null,
  year: 2024,
  version: 3,
  endedAt: null,
  proposed: null,
  approved: null,
  refundedOn: null,
  reference: null,
  refundable: 12_500,
  isSecondPerson: true,
  isOwnProposal: false,
  steps: ['ask', 'explain', 'propose_refund', 'propose_write_off'],
  payment: {
    state: 'paid',
    due: 12_500,
    paid: 12_500,
    paidAt: '2024-06-10T10:00:00.000Z',
    channel: 'BRANCH',
    nextCheckAt: null,
  },
  remita: { at: '2024-06-10T10:05:00.000Z', answer: 'paid', amount: 12_500 },
  isWaiting: false,
  line: null,
  events: [
    { id: 1, kind: 'opened', by: null, at: '2024-06-11T09:00:00.000Z', amount: 12_500, reason: null, note: null },
  ],
  others: [],
  ...changes,
})
const proposed = buildCase({
  state: 'refund_due',
  version: 4,
  // Less than the case is about.
  refund: 12_000,
  proposedBy: 'Ada Bursar',
  proposed: { name: 'Ada Bursar', at: '2024-06-12T09:00:00.000Z' },
  steps: ['cancel_proposal', 'approve_refund'],
})

beforeEach(() => {
  api.signInAs({ roles: ['bursar'] })
  api.answer({ moneyCase: buildCase() })
})

/** What the page says of a fact. */
const readFact = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent.replaceAll('\u00a0', ' ')
const listButtons = () =>
  within(screen.getByRole('main'))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

const listOf = (details: MoneyCaseDetails) => {
  const { kind, rrr, userId, amount, openedAt, state, proposedBy, refund } = details
  const row = { id, kind, rrr, userId, amount, openedAt, state, proposedBy, refund }
  return { rows: [row], next: null, count: { value: 1, more: false } }
}

test('the list shows each case with RRR, user ID, amount and state, and leads to its page and to refunds', async () => {
  api.answer({ staffCases: listOf({ ...proposed, refund: 500 }) })
  await visit('/cases')
  const link = await screen.findByRole('link', { name: 'Paid twice' })
  expect(link.getAttribute('href')).toBe(`/staff/cases/${id}`)
  const cells = [...(link.closest('tr')?.querySelectorAll('td, th') ?? [])].map(({ textContent }) => textContent)
  for (const text of ['3100 0712 3456', 'RE24-00041', '₦12,500.00', 'Refund proposed', 'Ada Bursar', '₦500.00'])
    expect(cells).toContain(text)
  expect(screen.getByRole('link', { name: 'Refunds' }).getAttribute('href')).toBe('/staff/refunds')
})

test('refunds are listed with the day on which they were paid out, and their reference', async () => {
  const row = {
    id,
    rrr: '310007123456',
    userId: 'RE24-00041',
    kind: 'over',
    refund: 500,
    state: 'refunded',
    approvedAt: '2024-06-12T09:00:00.000Z',
    refundedOn: '2024-06-14',
    reference: 'PV/118',
  } as const
  api.answer({ staffRefunds: { rows: [row], next: null, count: { value: 1, more: false } } })
  await visit('/refunds')
  const link = await screen.findByRole('link', { name: '3100 0712 3456' })
  expect(link.closest('tr')?.textContent).toContain('PV/118')
  expect(link.closest('tr')?.textContent).toContain('14 Jun 2024')
})

test('the page says what the case means, what Remita said and when it was asked, and one step stands first', async () => {
  await visit(`/cases/${id}`)
  await screen.findByRole('heading', { level: 1, name: 'Paid twice: 3100 0712 3456' })
  screen.getByText('The applicant had paid before, or the settlement names the RRR twice.')
  expect(readFact('Remita was asked last')).toBe('10 June 2024, 11:05 am')
  expect(readFact('Remita said')).toBe('Paid: ₦12,500.00')
  expect(readFact('Applicant')).toBe('RE24-00041')
  expect(listButtons()).toEqual(['Ask Remita', 'Propose a refund', 'Explain', 'Propose a write-off'])
  api.answer({ stepMoneyCase: refuse('unavailable') })
  await click('Ask Remita')
  await findToast(busyServer)
})

test('a case of an RRR that is unknown here says so, shows the line of the settlement, and offers no question', async () => {
  const line = {
    settlement: id,
    line: 7,
    amount: 12_500,
    charge: 107.5,
    paidOn: '2024-06-10',
    settledOn: '2024-06-11',
    channel: 'BANK',
    importedAt: '2024-06-12T08:00:00.000Z',
  }
  const others = [
    {
      id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b56',
      kind: 'differs',
      rrr: '310007123456',
      state: 'explained',
      amount: 5,
    } as const,
  ]
  const unknown = { kind: 'missing_here', userId: null, payment: null, remita: null, steps: ['explain'] } as const
  api.answer({ moneyCase: buildCase({ ...unknown, steps: ['explain'], line, others }) })
  await visit(`/cases/${id}`)
  await screen.findByText('This portal has not issued this RRR, so Remita cannot be asked about it from here.')
  const settlement = screen.getByRole('link', { name: '7' })
  expect(settlement.getAttribute('href')).toBe(`/staff/reconciliation/settlements/${id}`)
  expect(readFact('Charge')).toBe('₦107.50')
  expect(screen.getByRole('link', { name: 'Differs' }).getAttribute('href')).toBe(`/staff/cases/${others[0]?.id}`)
  expect(listButtons()).toEqual(['Explain'])
  expect(screen.getByText('Remita has not confirmed this payment: nothing can go back before it does.')).toBeTruthy()
})

test('the history says what happened, with its amount or its reason', async () => {
  const event = { by: null, at: '2024-06-12T09:00:00.000Z', amount: null, reason: null, note: null }
  const events: MoneyCaseDetails['events'] = [
    { ...event, id: 1, kind: 'opened', amount: 12_500 },
    { ...event, id: 2, kind: 'ask', by: 'Ada Bursar' },
    { ...event, id: 3, kind: 'settled', reason: 'compared', note: null },
    { ...event, id: 4, kind: 'explain', by: 'Ada Bursar', note: 'Paid by an agent.' },
  ]
  api.answer({ moneyCase: buildCase({ events }) })
  await visit(`/cases/${id}`)
  const table = within(await screen.findByRole('table', { name: 'History' }))
  const rows = table.getAllByRole('row').map((row) => [...row.children].slice(1).map(({ textContent }) => textContent))
  expect(rows.slice(1)).toEqual([
    ['Opened: ₦12,500.00', 'The portal', '–'],
    ['Remita asked', 'Ada Bursar', '–'],
    [expect.stringMatching(/: Remita and the settlements agree now$/), 'The portal', '–'],
    ['Explained', 'Ada Bursar', 'Paid by an agent.'],
  ])
})

test('Remita is asked, and its answer appears by itself; the page reads the case again only while it waits', async () => {
  let asked = false
  const waiting = buildCase({ state: 'asked', version: 4, isWaiting: true, steps: ['ask'] })
  api.answer({
    stepMoneyCase: () => {
      asked = true
      return waiting
    },
    moneyCase: () => {
      if (!asked) return buildCase()
      return api.requests('moneyCase').length < 3 ? waiting : buildCase({ state: 'explained', version: 5, steps: [] })
    },
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const beQuiet = () => act(() => new Promise<void>((quiet) => runAfterQuiet(0, quiet)))
  async function passAndCount() {
    await beQuiet()
    act(() => void vi.advanceTimersByTime(3_000))
    await beQuiet()
    return api.requests('moneyCase').length
  }
  await visit(`/cases/${id}`)
  expect(await passAndCount()).toBe(1)
  await click('Ask Remita')
  await waitFor(() => expect(readFact('Asked now')).toBe('Remita is being asked. Its answer appears here.'))
  expect(api.requests('stepMoneyCase')).toEqual([{ params: { id }, body: { act: 'ask', version: 3 } }])
  expect(await passAndCount()).toBe(3)
  await screen.findByText('Explained')
  expect(await passAndCount()).toBe(3)
})

/** Of the step that is open. */
const listFields = () =>
  [...screen.getByRole('dialog').querySelectorAll<HTMLInputElement>('input, textarea')].map(({ name }) => name)

test('a refund is proposed with an amount and a note; what is wrong is said at its field', async () => {
  // Asked only once the request is valid.
  api.answer({ stepMoneyCase: proposed, staffCases: listOf(buildCase()) })
  api.answer({ staffRefunds: { rows: [], next: null, count: { value: 0, more: false } } })
  await visitFromList(api, 'Money cases', 'Refunds')
  await followMenu('Money cases')
  await user.click(await screen.findByRole('link', { name: 'Paid twice' }))
  await click('Propose a refund')
  const dialog = await findDialog('Propose a refund')
  dialog.getByText('At most ₦12,500.00.')
  expect(listFields()).toEqual(['amount', 'note'])
  await click('Propose a refund', dialog)
  await dialog.findByText('Write why.')
  await fill('Amount', '13,000', dialog)
  await fill('Why', 'Paid twice.', dialog)
  const errors = [{ path: 'amount', message: 'At most ₦12,500.00 can go back.' }]
  api.answer({ stepMoneyCase: refuse('refund_exceeds', { errors }) })
  await click('Propose a refund', dialog)
  await dialog.findByText('At most ₦12,500.00 can go back.')
  // What was typed is wrong, not old.
  await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
  expect(api.requests('moneyCase')).toHaveLength(1)
  const readOld = watchOldData()
  api.answer({ stepMoneyCase: proposed, moneyCase: proposed })
  await fill('Amount', '₦12,500.00', dialog)
  await click('Propose a refund', dialog)
  await waitForNoDialog()
  expect(readOld()).toEqual(['case', 'cases', 'refunds', 'reconciliation', 'settlements', 'counts'])
  expect(api.requests('stepMoneyCase').at(-1)?.body).toEqual({
    act: 'propose_refund',
    amount: 12_500,
    note: 'Paid twice.',
    version: 3,
  })
  await screen.findByText('Refund proposed')
  await expectReadAgain(api, 'Money cases', 'staffCases')
  await user.click(await screen.findByRole('link', { name: 'Refunds' }))
  await waitFor(() => expect(api.requests('staffRefunds')).toHaveLength(2))
  await expectReadAgain(api, 'Home', 'staffCounts')
})

test('a refund is approved with the amount that was seen, after a fresh sign-in', async () => {
  const done = buildCase({ ...proposed, state: 'refund_approved', version: 5, steps: ['record_refund'] })
  api.answer({ moneyCase: proposed, ...afterFreshSignIn('approveMoneyCase', done) })
  await visit(`/cases/${id}`)
  await screen.findByRole('button', { name: 'Approve the refund' })
  expect(listButtons()).toEqual(['Approve the refund', 'Cancel the proposal'])
  expect(screen.queryByText(staffErrors.second_person_related.message)).toBeNull()
  await click('Approve the refund')
  const dialog = await findDialog('Approve the refund')
  dialog.getByText('₦12,000.00')
  expect(listFields()).toEqual([])
  api.answer({ moneyCase: done })
  await click('Approve the refund', dialog)
  await confirmWithCode()
  await waitForNoDialog()
  expect(api.requests('approveMoneyCase').at(-1)?.body).toEqual({ act: 'approve_refund', amount: 12_000, version: 4 })
  await screen.findByRole('button', { name: 'Record as paid out' })
})

test('a write-off is approved with the amount of the case', async () => {
  const due = buildCase({ ...proposed, state: 'write_off_due', refund: null, steps: ['approve_write_off'] })
  api.answer({ moneyCase: due, approveMoneyCase: buildCase({ ...due, state: 'written_off', steps: [] }) })
  await visit(`/cases/${id}`)
  await click('Approve the write-off')
  const dialog = await findDialog('Approve the write-off')
  await click('Approve the write-off', dialog)
  await waitForNoDialog()
  expect(api.requests('approveMoneyCase')).toMatchObject([
    { body: { act: 'approve_write_off', amount: 12_500, version: 4 } },
  ])
})

test('a step that was begun in one case is not open in another', async () => {
  const other = { ...buildCase(), id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b56', rrr: '310007999999' }
  const { kind, rrr, amount, state } = other
  const others = [{ id: other.id, kind, rrr, amount, state }]
  api.answer({ moneyCase: ({ params }) => (params.id === id ? buildCase({ others }) : other) })
  const { goBack, goForward } = await visit(`/cases/${id}`)
  const findOther = () => screen.findByRole('heading', { name: /3100 0799 9999$/ })
  await user.click(within(screen.getByRole('table', { name: 'Other cases' })).getByRole('link'))
  await findOther()
  goBack()
  await click('Explain')
  await findDialog('Explain')
  goForward()
  await findOther()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('who approves a refund that was changed meanwhile is told, and cannot approve the new one unseen', async () => {
  api.answer({ moneyCase: proposed, approveMoneyCase: refuse('changed_meanwhile') })
  await visit(`/cases/${id}`)
  await click('Approve the refund')
  const dialog = await findDialog('Approve the refund')
  api.answer({ moneyCase: buildCase({ ...proposed, version: 6, refund: 100 }) })
  await click('Approve the refund', dialog)
  await waitFor(() => expect(readAlert()).toContain('Someone else changed this.'))
  await waitFor(() => expect(readFact('Refund')).toBe('₦100.00'))
  await click('Approve the refund', dialog)
  await waitFor(() => expect(api.requests('approveMoneyCase')).toHaveLength(2))
  expect(api.requests('approveMoneyCase').at(-1)?.body).toEqual({ act: 'approve_refund', amount: 12_000, version: 4 })
})

test.each([
  ['the proposer', true, 'You have proposed this, so another person must approve it.'],
  ['somebody whom the proposer invited', false, staffErrors.second_person_related.message],
])('%s reads that another person must approve it', async (_who, isOwnProposal, text) => {
  const own = { isSecondPerson: false, isOwnProposal, steps: ['cancel_proposal' as const] }
  api.answer({ moneyCase: buildCase({ ...proposed, ...own }) })
  await visit(`/cases/${id}`)
  await screen.findByText(text)
  expect(listButtons()).toEqual(['Cancel the proposal'])
})

test('once Remita has answered, asking again is not the next step', async () => {
  const steps = buildCase().steps
  const others = ['Propose a refund', 'Explain', 'Propose a write-off']
  for (const [isWaiting, offered] of [
    [false, [...others, 'Ask Remita']],
    [true, ['Ask Remita', ...others]],
  ] as const) {
    api.answer({ moneyCase: buildCase({ state: 'asked', isWaiting, steps }) })
    const page = await visit(`/cases/${id}`)
    await screen.findByRole('button', { name: 'Ask Remita' })
    expect(listButtons()).toEqual(offered)
    const [next, ...later] = within(screen.getByRole('main'))
      .getAllByRole('button')
      .map(({ className }) => className)
    expect([new Set(later).size, later.includes(next ?? '')]).toEqual([1, false])
    page.unmount()
  }
})

test('a refund is recorded as paid out with its day and reference', async () => {
  const approved = buildCase({ ...proposed, state: 'refund_approved', version: 5, steps: ['record_refund'] })
  const done = {
    ...approved,
    state: 'refunded',
    version: 6,
    steps: [],
    refundedOn: '2024-06-14',
    reference: 'PV/118',
  } as const
  api.answer({ moneyCase: approved, stepMoneyCase: { ...done, steps: [] } })
  await visit(`/cases/${id}`)
  await click('Record as paid out')
  const dialog = await findDialog('Record as paid out')
  expect(listFields()).toEqual(['refundedOn', 'reference'])
  await click('Record as paid out', dialog)
  await dialog.findByText('Choose the day on which it was paid out.')
  dialog.getByText('Enter the reference.')
  expect(dialog.getByLabelText<HTMLInputElement>('Paid out on').max).toBe(getDay(new Date()))
  await fill('Paid out on', '2024-06-14', dialog)
  await fill('Reference', 'PV/118', dialog)
  api.answer({ moneyCase: { ...done, steps: [] } })
  await click('Record as paid out', dialog)
  await waitForNoDialog()
  expect(api.requests('stepMoneyCase').at(-1)?.body).toEqual({
    act: 'record_refund',
    refundedOn: '2024-06-14',
    reference: 'PV/118',
    version: 5,
  })
  await screen.findByText('Refunded')
  expect(readFact('Paid out')).toBe('14 June 2024')
  expect(readFact('Reference')).toBe('PV/118')
})

test.each([
  ['is open', {}],
  ['waits for a second person', { ...proposed, isSecondPerson: false }],
])('who only reads a case that %s is offered no step, and no reason why not', async (_, changes) => {
  api.signInAs({ roles: ['auditor'] })
  api.answer({ moneyCase: buildCase({ ...changes, steps: [] }) })
  await visit(`/cases/${id}`)
  await screen.findByText('The payment now')
  const main = screen.getByRole('main')
  expect(within(main).queryAllByRole('button')).toEqual([])
  expect([...main.querySelectorAll('div:empty')]).toEqual([])
  expect(screen.queryByText(staffErrors.second_person_related.message)).toBeNull()
})

test('who may approve reads of a second person only while something waits for one', async () => {
  api.answer({ moneyCase: buildCase({ isSecondPerson: false }) })
  await visit(`/cases/${id}`)
  await screen.findByText('The payment now')
  expect(screen.queryByText(staffErrors.second_person_related.message)).toBeNull()
  cleanup()
  const writeOff = { ...proposed, state: 'write_off_due', isSecondPerson: false, isOwnProposal: true } as const
  api.answer({ moneyCase: buildCase({ ...writeOff, steps: ['cancel_proposal'] }) })
  await visit(`/cases/${id}`)
  await screen.findByText('You have proposed this, so another person must approve it.')
})

test.each([
  ['Explain', 'explain', 'The case ends: nothing is owed to anybody.'],
  ['Propose a write-off', 'propose_write_off', 'Another person approves that nothing more is done about ₦12,500.00.'],
  ['Cancel the proposal', 'cancel_proposal', 'The case is open again, and another step can be taken.'],
] as const)('“%s” says what it does, and is sent with its note', async (name, act, text) => {
  const details = buildCase({ steps: [act] })
  api.answer({ moneyCase: details, stepMoneyCase: { ...details, version: 4 } })
  await visit(`/cases/${id}`)
  await click(name)
  const dialog = await findDialog(name)
  expect(dialog.getByText(text)).toBeDefined()
  await fill('Why', '  The bank has written.  ', dialog)
  await click(name, dialog)
  await waitForNoDialog()
  expect(api.requests('stepMoneyCase')).toMatchObject([{ body: { act, note: 'The bank has written.', version: 3 } }])
})

const { payment } = buildCase()
const line = {
  settlement: id,
  line: 7,
  amount: 12_500,
  charge: null,
  paidOn: '2024-06-10',
  settledOn: null,
  channel: '',
  importedAt: '2024-06-12T08:00:00.000Z',
}

test('of what nobody has told there is no fact', async () => {
  const unpaid = payment && { ...payment, paid: null, paidAt: null, channel: '' }
  api.answer({ moneyCase: buildCase({ payment: unpaid, remita: null, line }) })
  await visit(`/cases/${id}`)
  await screen.findByText('The payment now')
  expect([readFact('Received'), readFact('Remita was asked last'), readFact('Remita said')]).toEqual([
    'Nothing that Remita has told',
    'Never',
    'Nothing yet',
  ])
  const absent = ['Paid at', 'Channel', 'Asked now', 'Asked again by itself', 'Charge', 'Settled on', 'Refund']
  const more = ['Proposed by', 'Approved by', 'Paid out', 'Reference']
  for (const label of [...absent, ...more]) expect(screen.queryByText(label, { selector: 'dt' }), label).toBeNull()
})

test('of what is known there is each fact', async () => {
  const { proposed: by } = proposed
  api.answer({
    moneyCase: buildCase({
      ...proposed,
      approved: by && { ...by, name: 'Bisi Ajayi' },
      payment: payment && { ...payment, nextCheckAt: '2024-06-13T09:00:00.000Z' },
      remita: { at: '2024-06-10T10:05:00.000Z', answer: 'paid', amount: null },
      line: { ...line, charge: 107.5, settledOn: '2024-06-11', channel: 'CARDPAYMENT' },
    }),
  })
  await visit(`/cases/${id}`)
  await screen.findByText('The payment now')
  const labels = ['Paid at', 'Asked again by itself', 'Remita said', 'Settled on', 'Refund', 'Charge'] as const
  expect(labels.map(readFact)).toEqual([
    '10 June 2024, 11:00 am',
    '13 June 2024, 10:00 am',
    'Paid',
    '11 June 2024',
    '₦12,000.00',
    '₦107.50',
  ])
  expect(readFact('Approved by')).toContain('Bisi Ajayi')
  const channels = screen.getAllByText('Channel', { selector: 'dt' }).map((label) => label.nextSibling?.textContent)
  expect(channels).toEqual(['Bank branch', 'Card payment'])
})

const listFacts = () => screen.getAllByRole('term').map(({ textContent }) => textContent)

test('of a case of which nothing more is known the page says no more', async () => {
  const payment = { ...buildCase().payment!, paid: null, paidAt: null, channel: '', nextCheckAt: null }
  api.answer({ moneyCase: buildCase({ userId: null, payment, remita: null, steps: [] }) })
  const page = await visit(`/cases/${id}`)
  expect(listFacts()).toEqual([
    ...['Applicant', 'Exercise', 'At stake', 'Opened'],
    ...['State', 'RRR', 'Due', 'Received', 'Remita was asked last', 'Remita said'],
  ])
  expect(readFact('Received')).toBe('Nothing that Remita has told')
  expect([readFact('Remita was asked last'), readFact('Remita said')]).toEqual(['Never', 'Nothing yet'])
  expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull()
  expect(screen.queryByText('In the settlement')).toBeNull()
  expect(screen.queryByText('Other cases of this RRR or applicant')).toBeNull()
  const [, row] = within(screen.getByRole('table', { name: 'History' })).getAllByRole('row')
  expect(row?.textContent).toMatch(/The portal–$/)
  page.unmount()
  api.answer({ moneyCase: buildCase({ payment: null }) })
  await visit(`/cases/${id}`)
  expect(screen.getByText(/^This portal has not issued this RRR/)).toBeTruthy()
  expect(listFacts()).not.toContain('Remita said')
})

test('only of money that nobody has here the page says that Remita has not confirmed it', async () => {
  const said = 'Remita has not confirmed this payment: nothing can go back before it does.'
  const page = await visit(`/cases/${id}`)
  expect(screen.queryByText(said)).toBeNull()
  page.unmount()
  api.answer({ moneyCase: buildCase({ kind: 'missing_here', steps: ['explain'] }) })
  const missing = await visit(`/cases/${id}`)
  expect(screen.getByText(said)).toBeTruthy()
  missing.unmount()
  api.answer({ moneyCase: buildCase({ kind: 'missing_here', steps: [] }) })
  await visit(`/cases/${id}`)
  expect(screen.queryByText(said)).toBeNull()
})

test('of a whole case the page says everything', async () => {
  const person = { name: 'Ada Bursar', at: '2024-06-12T09:00:00.000Z' }
  const line = {
    id: 9,
    settlement: id,
    line: 7,
    amount: 12_500,
    charge: 100,
    paidOn: '2024-06-10',
    settledOn: '2024-06-11',
    channel: 'BRANCH',
    importedAt: person.at,
  }
  const payment = { ...buildCase().payment!, nextCheckAt: '2024-06-13T09:00:00.000Z' }
  api.answer({
    moneyCase: buildCase({
      ...{ payment, line, refund: 500, proposed: person, approved: person, refundedOn: '2024-06-14', reference: 'V-7' },
      ...{ isWaiting: true, state: 'refunded', steps: [] },
      events: [
        { id: 1, kind: 'opened', by: 'Ada Bursar', at: person.at, amount: null, reason: null, note: 'By hand.' },
      ],
    }),
  })
  await visit(`/cases/${id}`)
  expect(listFacts()).toEqual([
    ...['Applicant', 'Exercise', 'At stake', 'Opened', 'Refund', 'Proposed by', 'Approved by', 'Paid out', 'Reference'],
    ...['State', 'RRR', 'Due', 'Received', 'Paid at', 'Channel', 'Remita was asked last', 'Remita said'],
    ...['Asked now', 'Asked again by itself'],
    ...['Line of the file', 'Amount', 'Charge', 'Paid on', 'Settled on', 'Channel', 'Imported'],
  ])
  expect(readFact('Proposed by')).toMatch(/^Ada Bursar, 12 June 2024/)
  expect(readFact('Remita said')).toMatch(/₦12,500\.00$/)
  const [, row] = within(screen.getByRole('table', { name: 'History' })).getAllByRole('row')
  expect(row?.textContent).toMatch(/Ada BursarBy hand\.$/)
})
