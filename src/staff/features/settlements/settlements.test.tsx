// Settlements as the bursar sees them: the import, the sums, and closing a day.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CheckedSettlement, ReconciledDay, Settlement, VerdictSums } from '#shared/api/staff/settlements.ts'
import { settlementVerdictNames } from '#shared/staff/settlements.ts'
import { twoExercises } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  chooseFile,
  click,
  expectReadAgain,
  expectRefused,
  fill,
  findDialog,
  findToast,
  followMenu,
  refuseFields,
  setUpStaffApi,
  user,
  visit,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
beforeEach(() => api.signInAs({ roles: ['bursar'] }))

const sumsOf = (given: Partial<VerdictSums>): VerdictSums =>
  ({
    ...Object.fromEntries(settlementVerdictNames.map((verdict) => [verdict, { count: 0, amount: 0 }])),
    ...given,
  }) as VerdictSums

const id = '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55'
const checked: CheckedSettlement = {
  headings: ['RRR', 'Amount', 'Date'],
  mapping: { rrr: 'RRR', amount: 'Amount', paidOn: 'Date' },
  lines: 3,
  total: 37_500,
  newLines: 3,
  newDays: 31,
  unknownRrrs: 1,
  sums: sumsOf({ matched: { count: 2, amount: 25_000 }, missing_here: { count: 1, amount: 12_500 } }),
  errors: [],
  moreErrors: false,
}

/** Its page, which opens once the file is stored. */
const stored: Settlement = {
  id,
  year: 2024,
  file: 'bank.csv',
  firstDay: '2024-10-01',
  lastDay: '2024-10-31',
  lines: checked.lines,
  total: checked.total,
  importedAt: '2024-11-01T09:00:00.000Z',
  importedBy: 'Halima Sule',
  sums: checked.sums,
}

describe('importing a settlement', () => {
  beforeEach(() => api.answer({ staffSettlement: stored }))

  async function checkFile(open: () => Promise<unknown> = () => visit('/reconciliation/import')) {
    await open()
    chooseFile('Settlement file', new File(['RRR,Amount,Date'], 'bank.csv'))
    await fill('First day of payment', '2024-10-01')
    await fill('Last day of payment', '2024-10-31')
    await click('Check the file')
  }

  test('a file is checked with its days, compared, and stored as it was checked', async () => {
    api.answer({ checkSettlement: checked, importSettlement: { ...checked, id } })
    const readOld = watchOldData()
    await checkFile()
    const table = within(await screen.findByRole('table', { name: 'Lines as they compare' }))
    expect(table.getByRole('row', { name: /^Missing here.* 1 ₦12,500.00$/ })).toBeTruthy()
    expect(table.getAllByRole('row')).toHaveLength(3)
    expect(table.queryByRole('link')).toBeNull()
    expect(screen.getByText('None: Differs, Repeated, Missing there, In an earlier file.')).toBeTruthy()
    expect(screen.queryByLabelText('The file is of this merchant all the same')).toBeNull()
    await click('Store 3 lines')
    await findToast('3 lines stored.')
    expect(readOld()).toEqual(['settlements', 'reconciliation', 'cases', 'counts'])
    const [check] = api.requests('checkSettlement')
    expect(check?.query).toMatchObject({ exercise: '2024', firstDay: '2024-10-01', lastDay: '2024-10-31' })
    const [store] = api.requests('importSettlement')
    expect(store?.query).toMatchObject({ count: '3', rrr: 'RRR', order: '-', amount: 'Amount', charge: '-' })
    expect(store?.query).not.toHaveProperty('merchant')
  })

  test('what was checked for one exercise is not stored while another one is chosen', async () => {
    api.signInAs({ roles: ['bursar'], exercises: twoExercises })
    api.answer({ checkSettlement: checked })
    await checkFile()
    await screen.findByText('Store 3 lines')
    await user.selectOptions(screen.getByLabelText('Exercise'), '2023')
    expect(screen.queryByText('Store 3 lines')).toBeNull()
  })

  test('what was read of the money cases before is old once a settlement is stored', async () => {
    const none = { rows: [], next: null, count: { value: 0, more: false } }
    api.answer({ staffCases: none, reconciledDays: { days: [], asOf: stored.importedAt } })
    api.answer({ checkSettlement: checked, importSettlement: { ...checked, id } })
    await checkFile(async () => {
      await visit('/cases')
      await followMenu('Reconciliation')
      await user.click(await screen.findByRole('link', { name: 'Import a settlement' }))
      await screen.findByLabelText('Settlement file')
    })
    await click('Store 3 lines')
    await findToast('3 lines stored.')
    await expectReadAgain(api, 'Money cases', 'staffCases')
  })

  test.each(['file', 'firstDay', 'lastDay'])('what is refused of a file (%s) is said at its field', async (field) => {
    api.answer({ checkSettlement: refuseFields(field) })
    await checkFile()
    await expectRefused(field)
  })

  test('a file that has lines of every kind names none as missing, one without lines has no table', async () => {
    const every = Object.fromEntries(settlementVerdictNames.map((verdict) => [verdict, { count: 1, amount: 1 }]))
    api.answer({ checkSettlement: { ...checked, sums: sumsOf(every) } })
    await checkFile()
    await screen.findByRole('table', { name: 'Lines as they compare' })
    expect(screen.queryByText(/^None:/)).toBeNull()
    cleanup()
    api.answer({ checkSettlement: { ...checked, sums: sumsOf({}) } })
    await checkFile()
    await screen.findByText(/^None: Matched, /)
    expect(screen.queryByRole('table', { name: 'Lines as they compare' })).toBeNull()
  })

  test('a file with an error is not offered to be stored', async () => {
    api.answer({
      checkSettlement: {
        ...checked,
        errors: [{ line: 7, column: 'Date', reason: 'is not a date such as 31/12/2026' }],
      },
    })
    await checkFile()
    const table = within(await screen.findByRole('table', { name: 'Lines with an error' }))
    expect(table.getByRole('row', { name: '7 Date is not a date such as 31/12/2026' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Store/ })).toBeNull()
  })

  test('a file of mostly unknown RRRs is stored only after it is confirmed to be of this merchant', async () => {
    api.answer({ checkSettlement: { ...checked, unknownRrrs: 2 }, importSettlement: { ...checked, id } })
    await checkFile()
    const store = await screen.findByRole<HTMLButtonElement>('button', { name: 'Store 3 lines' })
    expect(store.disabled).toBe(true)
    await user.click(screen.getByLabelText('The file is of this merchant all the same'))
    await click('Store 3 lines')
    await findToast('3 lines stored.')
    expect(api.requests('importSettlement')[0]?.query).toMatchObject({ merchant: 'confirmed' })
  })

  test('what was confirmed of one file is not confirmed of the next', async () => {
    api.answer({ checkSettlement: { ...checked, unknownRrrs: 2 } })
    await checkFile()
    const confirmation = () => screen.findByLabelText<HTMLInputElement>('The file is of this merchant all the same')
    await user.click(await confirmation())
    await click('Check again')
    await waitFor(() => expect(api.requests('checkSettlement')).toHaveLength(2))
    await waitFor(async () => expect((await confirmation()).checked).toBe(false))
  })

  test('a file whose lines are all known has nothing to store', async () => {
    api.answer({ checkSettlement: { ...checked, newLines: 0, newDays: 0 } })
    await checkFile()
    expect(await screen.findByText('Every line is in an earlier file. There is nothing to store.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Store/ })).toBeNull()
  })

  test('a file whose lines are all known is stored for the days that no file covers yet', async () => {
    api.answer({ checkSettlement: { ...checked, newLines: 0 }, importSettlement: { ...checked, newLines: 0, id } })
    await checkFile()
    await screen.findByText(/^Every line is in an earlier file\. Once this one is stored/)
    await click('Store 3 lines')
    await findToast('The settlement is stored.')
  })

  test('a file that compares differently by now is shown as it compares now, and stored after a second click', async () => {
    const now = { ...checked, newLines: 2, sums: sumsOf({ matched: { count: 3, amount: 37_500 } }) }
    api.answer({ checkSettlement: checked, importSettlement: refuse('count_differs', { data: now }) })
    await checkFile()
    await click('Store 3 lines')
    const table = within(await screen.findByRole('table', { name: 'Lines as they compare' }))
    await table.findByRole('row', { name: /^Matched.* 3 ₦37,500.00$/ })
    expect(screen.queryByText(/^Every line is in an earlier file/)).toBeNull()
    expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('bank.csv')
    api.answer({ importSettlement: { ...now, id } })
    await click('Store 3 lines')
    await findToast('2 lines stored.')
  })

  test('another refusal leaves what was compared', async () => {
    api.answer({ checkSettlement: checked, importSettlement: refuse('unavailable') })
    await checkFile()
    await click('Store 3 lines')
    await screen.findByText('The service is busy or being restored. Please try again in a moment.')
    expect(screen.getByRole('row', { name: /^Missing here.* 1 ₦12,500.00$/ })).toBeTruthy()
  })

  test('no file, or an empty one, is not sent', async () => {
    await visit('/reconciliation/import')
    await click('Check the file')
    await screen.findByText('Choose a file that is not empty.')
    chooseFile('Settlement file', new File([''], 'bank.csv'))
    await click('Check the file')
    expect(screen.getByText('Choose a file that is not empty.')).toBeTruthy()
    expect(api.requests('checkSettlement')).toEqual([])
  })

  test('days that are wrong are said beside the field', async () => {
    const path = 'lastDay'
    const message = 'The last day is not before the first day.'
    api.answer({ checkSettlement: refuse('invalid_request', { errors: [{ path, message }] }) })
    await checkFile()
    expect(await screen.findByText(message)).toBeTruthy()
  })
})

const day: ReconciledDay = {
  day: '2024-10-05',
  here: 25_000,
  settled: 37_500,
  sums: checked.sums,
  differences: 1,
  closing: null,
}
const asOf = '2024-11-01T09:00:00.000Z'
const closing = {
  differences: 1,
  closedBy: 'Halima Sule',
  closedAt: asOf,
  isOwn: false,
  approvedBy: null,
  approvedAt: null,
  isClosed: false,
  isChanged: false,
}

describe('a day', () => {
  const open = async (given: Partial<ReconciledDay>) => {
    api.answer({ reconciledDays: { days: [{ ...day, ...given }], asOf } })
    await visit('/reconciliation/days/2024-10-05')
    await screen.findByRole('heading', { name: 'Payments of 5 October 2024' })
  }
  const seen = { exercise: 2024, here: day.here, settled: day.settled }

  test('with a difference is closed with what the person saw', async () => {
    api.answer({ closeDay: { ...day, closing: { ...closing, isOwn: true } } })
    await open({})
    expect(screen.getByRole('link', { name: 'Missing here' }).getAttribute('href')).toBe(
      '/staff/reconciliation/lines?exercise=2024&dayFrom=2024-10-05&dayTo=2024-10-05&verdict=missing_here',
    )
    const readOld = watchOldData()
    await click('Close with these differences')
    await waitFor(() => expect(api.requests('closeDay')[0]?.body).toEqual({ ...seen, differences: 1 }))
    await waitFor(() => expect(readOld()).toEqual(['reconciliation']))
  })

  test('that has other differences than the person saw is read again', async () => {
    api.answer({ closeDay: refuse('count_differs', { data: { ...day, differences: 2 } }) })
    await open({})
    const readOld = watchOldData()
    await click('Close with these differences')
    await screen.findByText('The number is another one by now. Check it and try again.')
    expect(readOld()).toEqual(['reconciliation'])
  })

  test('without one is closed at once', async () => {
    await open({ differences: 0 })
    expect(screen.getByRole('button', { name: 'Close the day' })).toBeTruthy()
    expect(screen.queryByText(/a second person must approve this/)).toBeNull()
  })

  test('that waits is approved by another person alone', async () => {
    api.answer({ approveClosedDay: { ...day, closing: { ...closing, isClosed: true } } })
    await open({ closing })
    expect(screen.queryByText(/a second person must approve this/)).toBeNull()
    await click('Approve with 1 difference')
    await waitFor(() => expect(api.requests('approveClosedDay')[0]?.body).toEqual({ ...seen, differences: 1 }))
  })

  test('that one closed oneself says so, without a button', async () => {
    await open({ closing: { ...closing, isOwn: true } })
    expect(screen.getByText('You closed this day with differences. Another person approves it.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(Close|Approve)/ })).toBeNull()
  })

  test.each([true, false])(
    'whose differences are others by now is closed anew (by the same person: %s)',
    async (isOwn) => {
      api.answer({ closeDay: { ...day, closing: { ...closing, isOwn: true } } })
      await open({ closing: { ...closing, isOwn, isChanged: true }, differences: 2 })
      await click('Close with these differences')
      await waitFor(() => expect(api.requests('closeDay')[0]?.body).toEqual({ ...seen, differences: 2 }))
    },
  )

  test('that was closed and has other differences since is closed anew', async () => {
    api.answer({ closeDay: day })
    await open({ closing: { ...closing, isClosed: true, isChanged: true }, differences: 2 })
    expect(screen.getByText(/^2 differences have an open case/)).toBeTruthy()
    await click('Close with these differences')
    await waitFor(() => expect(api.requests('closeDay')).toHaveLength(1))
  })

  test('that is closed as it stands has nothing to close', async () => {
    await open({ closing: { ...closing, isClosed: true } })
    expect(screen.queryByRole('button', { name: /^(Close|Approve)/ })).toBeNull()
  })

  test('with payments that no settlement has cannot be closed yet', async () => {
    await open({ sums: sumsOf({ not_settled: { count: 1, amount: 12_500 } }), differences: 0 })
    expect(screen.getByText('The day can be closed once a settlement has its payments.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull()
  })
})

test('a day of which nothing is known says so; one that was approved says by whom', async () => {
  api.answer({ reconciledDays: { days: [], asOf } })
  const { unmount } = await visit('/reconciliation/days/2024-10-05')
  await screen.findByText('Nothing was paid or settled on this day.')
  unmount()
  const approved = { ...closing, isClosed: true, approvedBy: 'Musa Danladi', approvedAt: asOf }
  api.answer({ reconciledDays: { days: [{ ...day, closing: approved }], asOf } })
  await visit('/reconciliation/days/2024-10-05')
  await screen.findByText(/^Musa Danladi, /)
})

test('without payments and settlements the page says so', async () => {
  api.answer({ reconciledDays: { days: [], asOf } })
  await visit('/reconciliation')
  await screen.findByText('Nothing has been paid or settled in this exercise yet.')
  expect(screen.queryByRole('table')).toBeNull()
})

test.each([
  [10, false],
  [11, true],
])('of %i days ten are listed at first, and all after a click: %s', async (count, isCut) => {
  const days = Array.from({ length: count }, (_, n) => ({ ...day, day: `2024-10-${10 + n}`, here: 1, settled: 1 }))
  api.answer({ reconciledDays: { days, asOf } })
  await visit('/reconciliation')
  const table = within(await screen.findByRole('table', { name: 'Payments and settlements by day' }))
  expect(table.getAllByRole('row')).toHaveLength(11)
  expect(table.getByRole('row', { name: /^10 October 2024 ₦1.00 ₦1.00 – / })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Show all/ }) !== null).toBe(isCut)
  if (!isCut) return
  await click('Show all 11 days')
  expect(table.getAllByRole('row')).toHaveLength(12)
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
})

test('the days stand with what is settled less what is confirmed, to the kobo', async () => {
  api.answer({
    reconciledDays: {
      days: [
        { ...day, settled: 25_000.01, here: 25_000 },
        {
          ...day,
          day: '2024-10-04',
          settled: 0,
          here: 12_500,
          differences: 0,
          closing: { ...closing, isClosed: true },
        },
        { ...day, day: '2024-10-03', here: 0, settled: 12_500 },
        // Less is to be expected while a part of it is not settled yet.
        {
          ...day,
          day: '2024-10-02',
          here: 25_000,
          settled: 12_500,
          sums: sumsOf({ not_settled: { count: 1, amount: 0 } }),
        },
      ],
      asOf,
    },
  })
  await visit('/reconciliation')
  const table = within(await screen.findByRole('table', { name: 'Payments and settlements by day' }))
  expect(table.getByRole('row', { name: '5 October 2024 ₦25,000.00 ₦25,000.01 +₦0.01 1 Differs' })).toBeTruthy()
  expect(table.getByRole('row', { name: '4 October 2024 ₦12,500.00 – −₦12,500.00 – Closed' })).toBeTruthy()
  expect(table.getByRole('row', { name: '3 October 2024 – ₦12,500.00 +₦12,500.00 1 Differs' })).toBeTruthy()
  const partly = table.getByRole('row', { name: /^2 October 2024/ })
  expect(partly.textContent).not.toContain('₦12,500.00−')
  expect(partly.textContent).not.toContain('−₦')
  screen.getByText('3 days have open differences.')
  cleanup()
  api.answer({ reconciledDays: { days: [{ ...day, differences: 0 }], asOf } })
  await visit('/reconciliation')
  await screen.findByRole('table', { name: 'Payments and settlements by day' })
  expect(screen.queryByText(/open differences/)).toBeNull()
})

test('lines of one settlement say so, and show all lines once that filter is removed', async () => {
  const line = {
    key: 'line 1',
    line: 2,
    rrr: '310007123456',
    day: '2024-10-03',
    settledOn: null,
    channel: 'BRANCH',
    amount: 12_500,
    charge: null,
    here: 12_500,
    verdict: 'matched',
    case: null,
  } as const
  api.answer({ staffReconciliation: { rows: [line], next: null, count: { value: 1, more: false } } })
  await visit(`/reconciliation/lines?settlement=${id}`)
  await click('Remove the filter Lines of one settlement')
  await waitFor(() => expect(api.requests('staffReconciliation').at(-1)?.query).not.toHaveProperty('settlement'))
  expect(screen.getByRole('heading', { level: 1, name: 'Lines' })).toBeTruthy()
})

test('a payment that no settlement has is a line without an amount there', async () => {
  const line = {
    key: 'payment 1',
    line: null,
    rrr: '310007123456',
    day: '2024-10-03',
    settledOn: null,
    channel: 'BRANCH',
    amount: null,
    charge: null,
    here: 12_500,
    verdict: 'missing_there',
    case: null,
  } as const
  const settled = { ...line, key: 'line 4', line: 4, amount: 12_500, charge: 162.5 }
  api.answer({ staffReconciliation: { rows: [line, settled], next: null, count: { value: 2, more: false } } })
  await visit('/reconciliation/lines')
  await screen.findByRole('table')
  await click('Columns')
  const columns = await findDialog('Columns')
  await user.click(columns.getByLabelText('Charge (₦)'))
  await click('Show these columns', columns)
  const table = within(screen.getByRole('table'))
  expect(table.getByRole('columnheader', { name: 'Charge (₦)' })).toBeDefined()
  const [, row, other] = table.getAllByRole('row')
  expect(row?.textContent).toContain('₦12,500.00')
  expect(row?.textContent).not.toContain('₦0.00')
  expect(other?.textContent).toContain('₦162.50')
})

test.each<[string, Partial<ReconciledDay>]>([
  ['Open', { differences: 0 }],
  ['Differs', {}],
  ['Not settled yet', { sums: sumsOf({ not_settled: { count: 1, amount: 12_500 } }) }],
  ['Waits for a second person', { closing }],
  ['Closed', { closing: { ...closing, isClosed: true } }],
  ['Changed since it was closed', { closing: { ...closing, isClosed: true, isChanged: true }, differences: 0 }],
  ['Changed since it was closed', { closing: { ...closing, isChanged: true } }],
  ['Changed since it was closed', { closing: { ...closing, isClosed: true, isChanged: true } }],
])('the list of days says %s', async (status, given) => {
  api.answer({ reconciledDays: { days: [{ ...day, ...given }], asOf } })
  await visit('/reconciliation')
  const table = within(await screen.findByRole('table', { name: 'Payments and settlements by day' }))
  expect(table.getByRole('row', { name: /^5 October 2024/ }).textContent).toMatch(new RegExp(`${status}$`))
})

test('the settlements stand with their days and what is open of them', async () => {
  const row = { ...stored, openCases: 2 }
  const one = { ...row, id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b56', lastDay: row.firstDay, openCases: 0 }
  api.answer({ staffSettlements: { rows: [row, one], next: null, count: { value: 2, more: false } } })
  await visit('/reconciliation/settlements')
  const link = await screen.findByRole('link', { name: /^1 Oct( 2024)? to 31 Oct( 2024)?$/ })
  expect(link.closest('tr')?.textContent).toMatch(/₦37,500\.00.*2 open/)
  expect(screen.getByRole('link', { name: /^1 Oct( 2024)?$/ }).closest('tr')?.textContent).not.toContain('open')
})
