// Payments as the staff see them: the list, one RRR, and what asking Remita about it says.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { PaymentDetails } from '#shared/api/staff/payments.ts'
import type { PaymentRow } from '#shared/lists/payments.ts'
import { type PaymentCheckOutcome, paymentCheckOutcomes } from '#shared/staff/labels/payments.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  expectReadAgain,
  setUpStaffApi,
  user,
  visit,
  visitFromList,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
beforeEach(() => api.signInAs({ roles: ['bursar'] }))

const row: PaymentRow = {
  id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55',
  rrr: '310007123450',
  order: 'RE24-00005-0a1b2c3d4e5f',
  userId: 'RE24-00005',
  name: 'Okon Ada',
  state: 'open',
  due: 12_500,
  paid: null,
  channel: null,
  differs: null,
  isLate: false,
  requestedAt: '2024-10-01T09:00:00.000Z',
  paidAt: null,
  checkedAt: '2024-10-02T09:00:00.000Z',
  nextCheckAt: '2024-10-02T21:00:00.000Z',
}
const { userId, name, ...listed } = row
const details: PaymentDetails = {
  payment: { ...listed, rrr: '310007123450', issuedAt: '2024-10-01T09:00:02.000Z', checks: 3 },
  userId,
  name,
  year: 2024,
  events: [
    { at: '2024-10-01T09:00:02.000Z', kind: 'issued', due: 12_500 },
    { at: '2024-10-02T09:00:00.000Z', kind: 'answer', call: 'status', answer: 'pending' },
  ],
  others: [],
  mayCheck: true,
}
const paid: PaymentDetails = {
  ...details,
  payment: { ...details.payment, state: 'paid', paid: 12_500, paidAt: '2024-10-03T08:00:00.000Z', nextCheckAt: null },
}
const page = (...rows: PaymentRow[]) => ({ rows, next: null, count: { value: rows.length, more: false } })

test('the list has each RRR with what is due and paid; a bursar opens the payment and not the applicant', async () => {
  const noRrr = { ...row, id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b56', rrr: null }
  api.answer({ staffPayments: page({ ...row, paid: 6_000, differs: 'under', channel: 'BRANCH' }, noRrr) })
  await visit('/payments')
  const table = within(await screen.findByRole('table'))
  expect(table.getByRole('link', { name: '3100 0712 3450' }).getAttribute('href')).toBe('/staff/payments/310007123450')
  expect(table.queryByRole('link', { name: 'RE24-00005' })).toBeNull()
  expect(table.getByText('Not issued').closest('a')).toBeNull()
  const cells = table.getAllByRole('cell').map(({ textContent }) => textContent)
  // Of the other one nothing is known to be received.
  expect(cells).not.toContain('₦0.00')
  expect(cells).toEqual(
    expect.arrayContaining(['RE24-00005', 'Not paid yet', '₦12,500.00', '₦6,000.00', 'Bank branch']),
  )
  expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy()
})

test('the helpdesk has no column of amounts, and cannot filter by them', async () => {
  api.signInAs({ roles: ['helpdesk'] })
  api.answer({ staffPayments: page({ ...row, due: null }) })
  await visit('/payments')
  const headings = within(await screen.findByRole('table')).getAllByRole('columnheader')
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'RRR',
    'User ID',
    'State',
    expect.stringContaining('Requested'),
    expect.stringContaining('Paid at'),
    'Checked',
  ])
  await click('Filters')
  expect(screen.queryByRole('group', { name: 'Differs' })).toBeNull()
  expect(screen.getByRole('group', { name: 'State' })).toBeTruthy()
})

test('one RRR has its facts and its events, oldest first', async () => {
  api.answer({ staffPayment: details })
  await visit('/payments/310007123450')
  await screen.findByRole('heading', { name: 'RRR 3100 0712 3450' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('The RRR was issued for ₦12,500.00.'),
      expect.stringContaining('Remita answered: not paid yet.'),
    ]),
  )
  expect(screen.getByText(/asked 3 times in all/).textContent).toContain('It is asked again by itself on')
  expect(screen.getByText(name).parentElement?.textContent).toContain('₦12,500.00')
})

test('events of one minute have their moment once', async () => {
  const [issued] = details.events
  const later = { at: '2024-10-01T09:00:59.000Z', kind: 'answer', call: 'status', answer: 'pending' } as const
  const next = { ...later, at: '2024-10-01T09:01:00.000Z', answer: 'paid' } as const
  api.answer({ staffPayment: { ...details, events: [...(issued ? [issued] : []), later, next] } })
  await visit('/payments/310007123450')
  await screen.findByText('Remita answered: not paid yet.')
  const events = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(events).toContain('Remita answered: not paid yet.')
  expect(events).toContain('1 October 2024, 10:00 amThe RRR was issued for ₦12,500.00.')
  expect(events.at(-1)).toMatch(/^1 October 2024, 10:01 am\S/)
})

test.each(Object.keys(paymentCheckOutcomes) as PaymentCheckOutcome[])(
  'the page says what became of asking: %s, and when it was',
  async (outcome) => {
    api.answer({ staffPayment: details })
    await visit('/payments/310007123450')
    const after = outcome === 'paid' ? paid : details
    const { state: status } = after.payment
    api.answer({ checkPayment: { ...after, outcome, status, askedAt: '2024-10-03T08:00:05.000Z' } })
    await click('Ask Remita now')
    const said = await screen.findByRole('status')
    expect(said.textContent).toContain(paymentCheckOutcomes[outcome])
    expect(said.textContent).toContain('Asked on')
    expect(screen.queryByText('Not paid yet') === null).toBe(outcome === 'paid')
  },
)

test('what was answered about one RRR is not said of another of the account', async () => {
  const rrr = '310007123451'
  const asked = { id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b56', rrr, state: 'open' as const, due: 12_500, paid: null }
  const others = [{ ...asked, requestedAt: row.requestedAt }]
  const answered = { ...paid, others, outcome: 'paid', status: 'paid', askedAt: '2024-10-03T08:00:05.000Z' } as const
  api.answer({
    staffPayment: ({ params }) =>
      params.rrr === rrr ? { ...details, payment: { ...details.payment, rrr } } : { ...details, others },
    checkPayment: answered,
  })
  const { goBack } = await visit('/payments/310007123450')
  const openOther = async () => {
    await user.click(await screen.findByRole('link', { name: '3100 0712 3451' }))
    await screen.findByRole('heading', { name: 'RRR 3100 0712 3451' })
  }
  // Afterwards it is there without being loaded.
  await openOther()
  goBack()
  await screen.findByRole('heading', { name: 'RRR 3100 0712 3450' })
  await click('Ask Remita now')
  await screen.findByText(paymentCheckOutcomes.paid)
  await openOther()
  expect(screen.queryByText(paymentCheckOutcomes.paid)).toBeNull()
})

test('a question that does not get through says why and changes nothing on the page; then the list is old', async () => {
  api.answer({ staffPayment: details, checkPayment: refuse('too_many_requests'), staffPayments: page(row) })
  await visitFromList(api, 'Payments', '3100 0712 3450')
  await click('Ask Remita now')
  await screen.findByRole('alert')
  expect(screen.getByText('Not paid yet')).toBeTruthy()
  api.answer({ checkPayment: { ...paid, outcome: 'paid', status: 'paid', askedAt: '2024-10-03T08:00:05.000Z' } })
  const readOld = watchOldData()
  await click('Ask Remita now')
  await screen.findByText(paymentCheckOutcomes.paid)
  await waitFor(() => expect(readOld()).toEqual(['payments', 'counts', 'applicant', 'case', 'cases', 'reconciliation']))
  api.answer({ checkPayment: refuse('too_many_requests') })
  await click('Ask Remita now')
  await waitFor(() => expect(screen.queryByText(paymentCheckOutcomes.paid)).toBeNull())
  await expectReadAgain(api, 'Payments', 'staffPayments')
  await expectReadAgain(api, 'Home', 'staffCounts')
})

test('who may see the status only asks nothing, and sees no amount', async () => {
  api.signInAs({ roles: ['helpdesk'] })
  api.answer({ staffPayment: { ...details, payment: { ...details.payment, due: null }, mayCheck: false } })
  await visit('/payments/310007123450')
  await screen.findByRole('heading', { name: 'RRR 3100 0712 3450' })
  expect(screen.queryByRole('button', { name: 'Ask Remita now' })).toBeNull()
  expect(screen.queryByText('Due')).toBeNull()
  expect(screen.getByText(name).parentElement?.textContent).not.toContain('₦')
})

test('a bursar goes on to the money cases of an RRR, and to the reconciliation of the Nigerian day on which it was paid', async () => {
  const paidAt = '2024-10-03T23:30:00.000Z'
  api.answer({ staffPayment: { ...paid, payment: { ...paid.payment, paidAt } } })
  await visit('/payments/310007123450')
  const facts = within(await screen.findByRole('region', { name: 'Facts' }))
  const cases = facts.getByRole('link', { name: 'Cases of this RRR' })
  expect(cases.getAttribute('href')).toBe('/staff/cases?q=310007123450')
  const day = facts.getByRole('link', { name: '4 October 2024, 12:30 am' })
  expect(day.getAttribute('href')).toBe('/staff/reconciliation/days/2024-10-04')
})

test.each([
  ['registry', true],
  ['helpdesk', false],
] as const)('%s: no way into reconciliation; into money cases: %s', async (role, mayReadCases) => {
  api.signInAs({ roles: [role] })
  api.answer({ staffPayment: paid })
  await visit('/payments/310007123450')
  const facts = within(await screen.findByRole('region', { name: 'Facts' }))
  expect(facts.getByText('3 October 2024, 9:00 am').closest('a')).toBeNull()
  expect(facts.queryByRole('link', { name: 'Cases of this RRR' }) !== null).toBe(mayReadCases)
  expect(facts.queryByText('Money cases') !== null).toBe(mayReadCases)
})

test('an RRR that nobody has, or that is out of reach, says so', async () => {
  api.answer({ staffPayment: refuse('not_found') })
  await visit('/payments/999999999999')
  await screen.findByText('There is no such RRR, or not within your roles.')
})

test('an RRR of which nothing is known says so', async () => {
  const { payment } = details
  api.answer({
    staffPayment: { ...details, payment: { ...payment, checkedAt: null, nextCheckAt: null, checks: 0 }, events: [] },
  })
  await visit('/payments/310007123450')
  const known = within(await screen.findByRole('region', { name: 'What Remita has said' }))
  expect(known.getByText(/^Remita has not answered yet/).textContent).toBe('Remita has not answered yet. ')
  expect(screen.getByText('Nothing has been recorded about it.')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Other RRRs of this account' })).toBeNull()
  expect(screen.getByText('Received').nextElementSibling?.textContent).toBe('Nothing')
})

test('what was paid late, or differs, says so; other RRRs of the account are named', async () => {
  const late = { ...paid.payment, isLate: true, differs: 'over', channel: 'BRANCH' } as const
  const other = {
    id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b56',
    state: 'open',
    due: 12_500,
    paid: null,
    requestedAt: row.requestedAt,
  } as const
  api.answer({
    staffPayment: {
      ...paid,
      payment: late,
      others: [
        { ...other, rrr: '310007123451' },
        { ...other, id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b57', rrr: null, paid: 500 },
      ],
    },
  })
  await visit('/payments/310007123450')
  await screen.findByText('3 October 2024, 9:00 am, after the deadline')
  expect(screen.getByText(/^Remita last answered on 2 October 2024/)).toBeDefined()
  expect(screen.getByText('Differs').nextElementSibling?.textContent).not.toBe('—')
  const table = within(screen.getByRole('table', { name: 'Other RRRs of this account' }))
  const [, first, second] = table.getAllByRole('row').map(({ textContent }) => textContent)
  expect(first).toMatch(/^3100 0712 3451.*–$/)
  expect(second).toMatch(/^Not issued.*₦500\.00$/)
})

const listFacts = () => screen.getAllByRole('term').map(({ textContent }) => textContent)
const readFact = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent?.replace(/\u00a0/g, ' ')

test('of an RRR that was only requested the page has no more than there is', async () => {
  const payment = { ...details.payment, issuedAt: null, checkedAt: null, nextCheckAt: null, checks: 0 }
  api.answer({ staffPayment: { ...details, payment, events: [] } })
  await visit('/payments/310007123450')
  expect(screen.getByText('Remita has not answered yet.')).toBeTruthy()
  expect(screen.getByText('Nothing has been recorded about it.')).toBeTruthy()
  expect(screen.queryByText('Other RRRs of this account')).toBeNull()
  expect(listFacts()).toEqual([
    ...['User ID', 'Due', 'Received', 'Channel', 'Paid', 'Requested', 'Issued', 'Order', 'Money cases'],
  ])
  expect(['Received', 'Channel', 'Paid', 'Issued'].map(readFact)).toEqual(['Nothing', '—', '—', '—'])
})

test('of an RRR that was paid late and differs the page says everything; who asks nothing sees no amounts', async () => {
  const payment = { ...paid.payment, channel: 'BRANCH', differs: 'over' as const, isLate: true }
  const other = { ...details.payment, id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b56' }
  const others = [
    { id: other.id, rrr: null, state: 'open' as const, due: 12_500, paid: null, requestedAt: row.requestedAt },
    {
      ...{ id: row.id, rrr: '310007123468', state: 'paid' as const },
      due: 12_500,
      paid: 12_500,
      requestedAt: row.requestedAt,
    },
  ]
  api.answer({ staffPayment: { ...paid, payment, others } })
  const page1 = await visit('/payments/310007123450')
  expect(listFacts().map((label = '') => [label, readFact(label)])).toEqual([
    ['User ID', 'RE24-00005'],
    ['Due', '₦12,500.00'],
    ['Received', '₦12,500.00'],
    ['Channel', 'Bank branch'],
    ['Differs', 'Too much'],
    ['Paid', '3 October 2024, 9:00 am, after the deadline'],
    ['Requested', '1 October 2024, 10:00 am'],
    ['Issued', '1 October 2024, 10:00 am'],
    ['Order', 'RE24-00005-0a1b2c3d4e5f'],
    ['Money cases', 'Cases of this RRR'],
  ])
  const table = within(screen.getByRole('table', { name: 'Other RRRs of this account' }))
  const [, one, two] = table.getAllByRole('row').map(({ textContent }) => textContent)
  expect(one).toMatch(/^Not issued.*–$/)
  expect(two).toMatch(/^3100 0712 3468.*₦12,500\.00$/)
  page1.unmount()
  api.signInAs({ roles: ['helpdesk'] })
  api.answer({ staffPayment: { ...paid, payment, mayCheck: false } })
  await visit('/payments/310007123450')
  expect(listFacts()).toEqual(['User ID', 'Paid', 'Requested', 'Issued', 'Order'])
  expect(screen.queryByRole('button', { name: 'Ask Remita now' })).toBeNull()
})
