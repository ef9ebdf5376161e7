// The bursar reads the ledger with its totals, and the revenue by day and channel.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LedgerTotals, Revenue } from '#shared/api/staff/ledger.ts'
import type { LedgerRow } from '#shared/lists/ledger.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import { click, fill, setUpStaffApi, user, visit } from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
beforeEach(() => api.signInAs({ roles: ['bursar'] }))

const row = (account: LedgerRow['account'], debit: number, credit: number): LedgerRow => ({
  id: `2024-10-01 BRANCH ${account}`,
  day: '2024-10-01',
  channel: 'BRANCH',
  account,
  debit,
  credit,
})
const rows = [row('remita', 12_500, 0), row('fees', 0, 12_000), row('charges', 0, 500)]
const totals: LedgerTotals = {
  accounts: rows.map(({ account, debit, credit }) => ({ account, debit, credit })),
  debit: 12_500,
  credit: 12_500,
  asOf: '2024-10-02T09:00:00.000Z',
}
const revenue: Revenue = {
  days: [
    { day: '2024-10-01', channel: 'BRANCH', received: 25_000, payments: 2 },
    { day: '2024-10-01', channel: '', received: 12_500, payments: 1 },
    { day: '2024-10-04', channel: 'BRANCH', received: 1_024.35, payments: 1 },
  ],
  // One RRR was paid in parts, on both days.
  channels: [
    { channel: '', received: 12_500, payments: 1 },
    { channel: 'BRANCH', received: 26_024.35, payments: 2 },
  ],
  refunded: 12_500,
  asOf: '2024-10-05T09:00:00.000Z',
}

const readCells = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((one) => [...one.children].map(({ textContent }) => textContent))

test('the ledger has a row for each day, channel and account, and its totals of all pages', async () => {
  api.answer({ staffLedger: { rows, next: null, count: { value: 3, more: false } }, ledgerTotals: totals })
  // In whichever order, and from whichever page on.
  await visit('/ledger?account=remita|fees&sort=day&after=a-page')
  await screen.findByRole('table', { name: 'Totals of all pages' })
  expect(readCells('Totals of all pages')).toEqual([
    ['Total', 'Debit', 'Credit'],
    ['Remita', '₦12,500.00', '₦0.00'],
    ['Application fees', '₦0.00', '₦12,000.00'],
    ['Transaction charges', '₦0.00', '₦500.00'],
    ['Debits equal credits', '₦12,500.00', '₦12,500.00'],
  ])
  const debit = await screen.findByText('₦12,500.00 Dr')
  expect(debit.closest('table')?.textContent).toContain('₦500.00 Cr')
  // An amount of nothing is no entry.
  expect(screen.queryByText(/₦0\.00 [DC]r/)).toBeNull()
  expect(api.requests('ledgerTotals')[0]?.query).toEqual({ exercise: '2024', account: 'remita|fees' })
})

test('a part of the accounts does not say that it balances', async () => {
  const [first] = totals.accounts
  api.answer({
    staffLedger: { rows: rows.slice(0, 1), next: null, count: { value: 1, more: false } },
    ledgerTotals: { ...totals, accounts: first ? [first] : [], credit: 0 },
  })
  await visit('/ledger?account=remita')
  await screen.findByText('Of these accounts')
})

test('totals that cannot be added up are not taken for none', async () => {
  const page = { rows, next: null, count: { value: 3, more: false } }
  api.answer({ staffLedger: page, ledgerTotals: refuse('unavailable') })
  await visit('/ledger')
  await screen.findByText('The totals could not be added up')
  api.answer({ ledgerTotals: totals })
  await click('Try again')
  await screen.findByRole('table', { name: 'Totals of all pages' })
})

test('an empty ledger says how entries come there', async () => {
  api.answer({
    staffLedger: { rows: [], next: null, count: { value: 0, more: false } },
    ledgerTotals: { accounts: [], debit: 0, credit: 0, asOf: totals.asOf },
  })
  await visit('/ledger')
  await screen.findByText(/No money has been received in this exercise yet/)
})

test('a table that scrolls sideways is reached with the keys', async () => {
  api.answer({ staffLedger: { rows, next: null, count: { value: 3, more: false } }, ledgerTotals: totals })
  await visit('/ledger')
  expect((await screen.findByRole('region', { name: 'Totals of all pages' })).tabIndex).toBe(0)
})

test('revenue is told by day and channel in tables that say what the bars draw', async () => {
  api.answer({ revenue })
  await visit('/revenue')
  await screen.findByRole('table', { name: 'Received by day' })
  // What is printed says what it is about.
  expect(screen.getByRole('heading', { name: 'Revenue' }).nextElementSibling?.textContent).toBe(
    'Recruitment of academic staff 2024',
  )
  expect(readCells('Received by day')).toEqual([
    ['Day', 'Total', 'Bank branch', 'Not named', 'RRRs'],
    ['1 October 2024', '₦37,500.00', '₦25,000.00', '₦12,500.00', '3'],
    ['4 October 2024', '₦1,024.35', '₦1,024.35', '–', '1'],
  ])
  expect(readCells('Received by channel')).toEqual([
    ['Channel', 'RRRs', 'Received'],
    ['Bank branch', '2', '₦26,024.35'],
    ['Not named', '1', '₦12,500.00'],
  ])
  const facts = screen.getByText('As of').closest('dl')
  expect(facts?.textContent).toContain('Received₦38,524.35RRRs paid into3')
  expect(facts?.textContent).toContain('Paid back₦12,500.00')
  // A bar for each day, also those without money, with the same numbers on demand.
  const bars = [...document.querySelectorAll('[aria-hidden] [title]')].map((bar) => bar.getAttribute('title'))
  expect(bars).toEqual([
    '1 October 2024: ₦37,500.00',
    '2 October 2024: ₦0.00',
    '3 October 2024: ₦0.00',
    '4 October 2024: ₦1,024.35',
  ])
})

test('days are chosen and printed', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  api.answer({ revenue })
  const page = await visit('/revenue')
  await screen.findByRole('table', { name: 'Received by day' })
  await fill('From', '2024-10-02')
  await click('Show these days')
  await waitFor(() => expect(api.requests('revenue').at(-1)?.query).toEqual({ exercise: '2024', from: '2024-10-02' }))
  expect(page.path()).toBe('/revenue?from=2024-10-02')
  await click('Print')
  expect(print).toHaveBeenCalledOnce()
  page.goBack()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe(''))
})

test('sums stay while others are added up', async () => {
  api.answer({ revenue, ledgerTotals: totals, staffLedger: { rows, next: null, count: { value: 3, more: false } } })
  const { unmount } = await visit('/revenue')
  await screen.findByRole('table', { name: 'Received by day' })
  const nextRevenue = Promise.withResolvers<Revenue>()
  api.answer({ revenue: () => nextRevenue.promise })
  await fill('From', '2024-10-02')
  await click('Show these days')
  await waitFor(() => expect(api.requests('revenue')).toHaveLength(2))
  expect(screen.getByRole('table', { name: 'Received by day' })).toBeDefined()
  nextRevenue.resolve({ ...revenue, days: [], channels: [] })
  await screen.findByText('Remita has received nothing in these days.')
  unmount()

  await visit('/ledger?account=remita')
  await screen.findByRole('table', { name: 'Totals of all pages' })
  const nextTotals = Promise.withResolvers<LedgerTotals>()
  api.answer({ ledgerTotals: () => nextTotals.promise })
  await click('Remove the filter Account: Remita')
  await waitFor(() => expect(api.requests('ledgerTotals')).toHaveLength(2))
  expect(screen.getByRole('table', { name: 'Totals of all pages' })).toBeDefined()
  nextTotals.resolve({ ...totals, credit: 0 })
  await screen.findByText('Of these accounts')
})

test('sums of another exercise do not stay', async () => {
  const of = (year: number) => ({ year, title: 'Recruitment', isCurrent: year === 2024, isArchived: false })
  api.signInAs({ roles: ['bursar'], exercises: [of(2024), of(2023)] })
  api.answer({ revenue, ledgerTotals: totals, staffLedger: { rows, next: null, count: { value: 3, more: false } } })
  const { unmount } = await visit('/revenue')
  await screen.findByRole('table', { name: 'Received by day' })
  const nextRevenue = Promise.withResolvers<Revenue>()
  api.answer({ revenue: () => nextRevenue.promise })
  await user.selectOptions(screen.getByLabelText('Exercise'), '2023')
  await waitFor(() => expect(api.requests('revenue')).toHaveLength(2))
  expect(screen.queryByRole('table')).toBeNull()
  nextRevenue.resolve(revenue)
  await screen.findByRole('table', { name: 'Received by day' })
  unmount()

  await visit('/ledger')
  await screen.findByRole('table', { name: 'Totals of all pages' })
  const nextTotals = Promise.withResolvers<LedgerTotals>()
  api.answer({ ledgerTotals: () => nextTotals.promise })
  await user.selectOptions(screen.getByLabelText('Exercise'), '2024')
  await waitFor(() => expect(api.requests('ledgerTotals')).toHaveLength(2))
  expect(screen.queryByRole('table', { name: 'Totals of all pages' })).toBeNull()
  nextTotals.resolve(totals)
  await screen.findByRole('table', { name: 'Totals of all pages' })
})

test('one day is named once', async () => {
  api.answer({ revenue: { ...revenue, days: revenue.days.slice(0, 2) } })
  await visit('/revenue')
  expect((await screen.findByText('Days')).nextSibling?.textContent).toBe('1\u00a0October 2024')
  const bars = document.querySelector('[aria-hidden] [title]')?.parentElement
  expect(bars?.nextElementSibling?.textContent).toBe('1 October 2024')
})

test('days without money say so', async () => {
  api.answer({ revenue: { ...revenue, days: [], channels: [], refunded: 0 } })
  await visit('/revenue')
  await screen.findByText('Remita has received nothing in these days.')
  expect(screen.queryByText('Paid back')).toBeNull()
})

test('days without money say what was paid back in them', async () => {
  api.answer({ revenue: { ...revenue, days: [], channels: [] } })
  await visit('/revenue')
  await screen.findByText('Remita has received nothing in these days.')
  expect(screen.getByText('Paid back').nextSibling?.textContent).toBe('₦12,500.00')
})

test('a ledger without rows has no totals', async () => {
  const none = { rows: [], next: null, count: { value: 0, more: false } }
  api.answer({ staffLedger: none, ledgerTotals: { ...totals, accounts: [], debit: 0, credit: 0 } })
  await visit('/ledger')
  await waitFor(() => expect(api.requests('ledgerTotals')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull())
  expect(screen.queryByRole('table', { name: 'Totals of all pages' })).toBeNull()
})
