// Seats in the browser: who would sit where, the seats for good, and the list of them.
import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Seating } from '#shared/api/staff/seating.ts'
import { getDay } from '#shared/format/days.ts'
import type { SeatRow } from '#shared/lists/seats.ts'
import type { ListedSitting } from '#shared/lists/sittings.ts'
import { maxMovedSeats } from '#shared/staff/seating.ts'
import { defaultRules } from '#tests/support/fixtures/sittings.ts'
import { twoExercises } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  expectRefused,
  fill,
  findDialog,
  findToast,
  readAlert,
  refuseFields,
  setUpStaffApi,
  user,
  visit,
  waitForNoDialog,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

import { ChosenSeatActions } from './chosen-seats.tsx'

const api = setUpStaffApi()
const sittingId = '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55'
const run = '1d9a4f6c-3f54-4a5e-8d0a-5a0d7b0c9e11'
const selection = '5c6a0f2e-0d9b-4b8f-9f7e-2b1c3d4e5f60'
const startsAt = '2039-03-04T08:00:00.000Z'

const sitting: ListedSitting = {
  id: sittingId,
  kind: 'cbt',
  label: 'Batch A',
  venue: { id: run, name: 'Main hall', state: 'kaduna', isStepFree: true },
  reportsAt: '2039-03-04T07:00:00.000Z',
  startsAt,
  endsAt: '2039-03-04T10:00:00.000Z',
  capacity: 3,
  seated: 1,
  state: 'open',
}
const seating: Seating = {
  run,
  kind: 'cbt',
  seed: 42,
  rules: defaultRules,
  isCommitted: false,
  seated: 2,
  perSitting: [
    { sitting: sittingId, label: 'Batch A', venue: 'Main hall', startsAt, capacity: 3, taken: 1, seated: 2 },
  ],
  unseatedCount: 1,
  unseatedReasons: [{ why: 'no_seat', count: 1 }],
  unseated: [{ number: 'APP-2024-000007', why: 'no_seat' }],
}
const seat: SeatRow = {
  id: run,
  sitting: { id: sittingId, label: 'Batch A', venue: 'Main hall', startsAt },
  kind: 'cbt',
  seatNumber: 41,
  number: 'APP-2024-000007',
  name: 'Sule Amaka',
  school: 'Technology',
  role: 'Lecturer II',
  state: 'ogun',
  attendance: 'present',
}
const listOf = <Row,>(...rows: Row[]) => ({ rows, next: null, count: { value: rows.length, more: false } })

beforeEach(() => {
  api.signInAs({ roles: ['exam'] })
  api.answer({
    venues: { venues: [] },
    staffSittings: listOf(sitting),
    createSelection: { id: selection, count: 3, expiresAt: '2039-01-01T00:00:00.000Z' },
    previewSeating: seating,
  })
})
const choose = async () => {
  await user.click(await screen.findByLabelText(/^CBT, Batch A: Main hall, Kaduna, step-free, .*, 2 free seats$/))
  await click('Preview')
}

test('all who are shortlisted are seated: first shown with who gets none and why, then for good', async () => {
  await visit('/sittings/seating')
  expect(screen.getByText(/^Every applicant who is shortlisted and has no seat gets one\./)).toBeDefined()
  await fill('Seed (optional)', '42', within(await screen.findByRole('region', { name: 'Sittings and rules' })))
  await fill('Applicants with special needs (optional)', 'app-2024-000001, APP-2024-000002\nAPP-2024-000001')
  await choose()
  const status = await screen.findByText(/2 applicants get a seat/)
  expect(screen.queryByText('The list has changed meanwhile')).toBeNull()
  expect(status.textContent).toBe(
    '2 applicants get a seat, 1 gets none. The seed is 42: with it the same applicants get the same seats again.',
  )
  expect(api.requests('createSelection').at(-1)?.body).toEqual({
    of: 'applications',
    filter: { published: 'verified', exercise: 2024 },
  })
  expect(api.requests('staffSittings')[0]?.query).toMatchObject({ state: 'open', limit: '100' })
  const specialNeeds = ['APP-2024-000001', 'APP-2024-000002']
  const rules = { homeState: 'preferred', groupsPosts: false, specialNeeds }
  expect(api.requests('previewSeating').at(-1)?.body).toEqual({ selection, sittings: [sittingId], rules, seed: 42 })
  const unseated = within(screen.getByRole('table', { name: 'Applicants without a seat' }))
  expect(unseated.getByText('All seats are taken').closest('tr')?.textContent).toBe('All seats are taken1')
  const readOld = watchOldData()
  api.answer({ commitSeating: { ...seating, isCommitted: true } })
  await click('Give the seats')
  await findToast('2 applicants have a seat now.')
  await screen.findByRole('heading', { name: 'Sittings' })
  expect(api.requests('commitSeating').at(-1)?.params).toEqual({ run })
  expect(readOld()).toEqual(['sittings', 'seats'])
})

test('only sittings that have not begun are offered, each with whether it is step-free, and a full one cannot be chosen', async () => {
  const begun = { ...sitting, id: run, label: 'Begun', startsAt: '2020-03-04T10:00:00.000Z' }
  const full = { ...sitting, id: run, label: 'Batch B', seated: 3 }
  const stairs = { ...sitting, id: selection, venue: { ...sitting.venue, isStepFree: false } }
  api.answer({ staffSittings: listOf(begun, full, sitting, stairs) })
  const dayBefore = getDay(new Date())
  await visit('/sittings/seating')
  const free = await screen.findByLabelText(/Kaduna, step-free, .*, 2 free seats$/)
  const taken = screen.getByLabelText(/^CBT, Batch B: .*, full$/)
  expect([free, taken].map((choice) => (choice as HTMLInputElement).disabled)).toEqual([false, true])
  await screen.findByLabelText(/Kaduna, (?!step-free).*, 2 free seats$/)
  expect(screen.queryByLabelText(/Begun/)).toBeNull()
  expect([dayBefore, getDay(new Date())]).toContain(api.requests('staffSittings')[0]?.query?.startsFrom)
})

test('sittings beyond the first page of the list are offered as well', async () => {
  const other = { ...sitting, id: run, label: 'Batch Z' }
  api.answer({
    staffSittings: ({ query }) => (query?.after ? listOf(sitting) : { ...listOf(other), next: 'more' }),
  })
  await visit('/sittings/seating')
  await screen.findByLabelText(/^CBT, Batch Z: /)
  await choose()
  await screen.findByText(/2 applicants get a seat/)
  expect(api.requests('previewSeating').at(-1)?.body).toMatchObject({ sittings: [sittingId] })
  expect(api.requests('staffSittings').at(-1)?.query).toMatchObject({ state: 'open', after: 'more', exercise: '2024' })
})

test('those who were chosen in the list are seated; that others match meanwhile is said', async () => {
  await visit(`/sittings/seating?selection=${selection}&chosen=5`)
  expect(screen.getByText(/^The applications that you chose get seats/)).toBeDefined()
  await fill('Seed (optional)', ' ', within(await screen.findByRole('region', { name: 'Sittings and rules' })))
  await choose()
  expect((await screen.findByText('The list has changed meanwhile')).closest('[role=status]')).not.toBeNull()
  expect(api.requests('createSelection')).toEqual([])
  expect(api.requests('previewSeating').at(-1)?.body).toMatchObject({ selection })
  expect(api.requests('previewSeating').at(-1)?.body).not.toHaveProperty('seed')
})

test('what is wrong is said at its field, and what was chosen stays', async () => {
  await visit('/sittings/seating')
  await user.click(await screen.findByLabelText('Seat applicants for one post in a row'))
  await click('Preview')
  await screen.findByText('Choose at least one sitting.')
  expect(screen.getByLabelText('Seat applicants for one post in a row')).toHaveProperty('checked', true)
})

test.each([
  ['sittings', 'Choose open sittings that have not begun.'],
  ['rules.specialNeeds', 'APP-2024-000009 is not among the applications that get seats.'],
  ['seed', 'Use a whole number.'],
])('what the server refuses of %s is said at its field, and what was typed stays', async (path, message) => {
  await visit('/sittings/seating')
  await fill(
    /^Applicants with special needs/,
    'APP-2024-000009',
    within(await screen.findByRole('region', { name: 'Sittings and rules' })),
  )
  api.answer({ previewSeating: refuse('invalid_request', { errors: [{ path, message }] }) })
  await choose()
  expect((await screen.findByText(message)).id).toMatch(/-error$/)
  expect(screen.getByLabelText(/^Applicants with special needs/)).toHaveProperty('value', 'APP-2024-000009')
})

test('a draw that finds nobody cannot be committed, and no open sitting leads to the sittings', async () => {
  api.answer({ previewSeating: { ...seating, seated: 0 } })
  const { unmount } = await visit('/sittings/seating')
  await choose()
  expect(await screen.findByRole('button', { name: 'Give the seats' })).toHaveProperty('disabled', true)
  unmount()
  api.answer({ staffSittings: listOf() })
  await visit('/sittings/seating?exercise=2024')
  await screen.findByText('There is no open sitting that has not begun.')
})

test('the list of seats says who sits where, and leads to the application', async () => {
  api.answer({ staffSeats: listOf(seat) })
  await visit(`/seats?sitting=${sittingId}`)
  await screen.findByRole('button', { name: 'Remove the filter Sitting: Batch A, Main hall' })
  const row = (await screen.findByText('Sule Amaka')).closest('tr')
  expect(row?.textContent).toContain('Batch A, Main hall')
  expect(row?.textContent).toContain('41')
  expect(screen.getByRole('link', { name: seat.number }).getAttribute('href')).toContain(`/applications/${seat.number}`)
})

test('the filter of the seats names sittings beyond the first page of them', async () => {
  api.answer({ staffSeats: listOf(seat) })
  api.answer({
    staffSittings: ({ query }) =>
      query?.after ? listOf(sitting) : { ...listOf({ ...sitting, id: run, label: 'Batch Z' }), next: 'more' },
  })
  const { unmount } = await visit(`/seats?sitting=${sittingId}`)
  await screen.findByRole('button', { name: 'Remove the filter Sitting: Batch A, Main hall' })
  const query = { limit: '100', exercise: '2024' }
  expect(api.requests('staffSittings').map((request) => request.query)).toEqual([query, { ...query, after: 'more' }])
  unmount()
  // Two thousand are enough.
  const rows = Array.from({ length: 2_000 }, () => ({ ...sitting, id: crypto.randomUUID() }))
  api.answer({ staffSittings: { ...listOf(...rows.slice(1), sitting), next: 'more' } })
  await visit(`/seats?sitting=${sittingId}`)
  await screen.findByRole('button', { name: 'Remove the filter Sitting: Batch A, Main hall' })
  expect(api.requests('staffSittings')).toHaveLength(3)
})

test.each([
  [0, null],
  [1, 'Which applications these are'],
  [2, 'The first 1 of them'],
])('of %i without a seat the page says: %s', async (unseatedCount, summary) => {
  const none = { unseatedReasons: [], unseated: [] }
  api.answer({ previewSeating: { ...seating, unseatedCount, ...(unseatedCount === 0 && none) } })
  await visit('/sittings/seating')
  await choose()
  await screen.findByText(/2 applicants get a seat/)
  expect(document.querySelector('summary')?.textContent ?? null).toBe(summary)
  expect(screen.queryByRole('table', { name: 'Applicants without a seat' }) !== null).toBe(unseatedCount > 0)
})

const other: ListedSitting = { ...sitting, id: selection, label: 'Batch B', seated: 0 }

async function chooseSeat() {
  await user.click(await screen.findByRole('checkbox', { name: /APP-2024-000007/ }))
  await click('Move to another sitting')
  return findDialog('Move to another sitting')
}

test('a draw for one exercise is not confirmed while another one is chosen', async () => {
  api.signInAs({ roles: ['exam'], exercises: twoExercises })
  await visit('/sittings/seating')
  await choose()
  await screen.findByText(/2 applicants get a seat/)
  await user.selectOptions(screen.getByLabelText('Exercise'), '2023')
  expect(screen.queryByText(/2 applicants get a seat/)).toBeNull()
})

test('sittings that cannot be read are not taken for full ones', async () => {
  api.answer({ staffSeats: listOf(seat), staffSittings: refuse('unavailable') })
  await visit('/seats')
  const dialog = await chooseSeat()
  expect(dialog.getByRole('combobox', { name: 'Sitting', description: /have not been read yet/ })).toBeDefined()
})

test('a chosen seat moves to a sitting that has room, and what is refused is said where it was asked', async () => {
  const locked: ListedSitting = { ...other, id: `${run.slice(0, -1)}2`, label: 'Locked', state: 'locked' }
  const over: ListedSitting = {
    ...other,
    id: `${run.slice(0, -1)}3`,
    label: 'Over',
    endsAt: '2020-03-04T10:00:00.000Z',
  }
  const full: ListedSitting = { ...other, id: `${run.slice(0, -1)}4`, label: 'Full', seated: 3 }
  const interview: ListedSitting = { ...other, id: `${run.slice(0, -1)}5`, kind: 'interview' }
  // Also on the page, and not chosen.
  const ofAnother = {
    ...seat,
    id: `${run.slice(0, -1)}9`,
    number: 'APP-2024-000008',
    kind: 'interview' as const,
    sitting: { ...seat.sitting, id: run },
  }
  const seats = { ...listOf(seat), rows: [seat, ofAnother] }
  api.answer({ staffSeats: seats, staffSittings: listOf(sitting, other, locked, over, full, interview) })
  const page = await visit('/seats')
  const dialog = await chooseSeat()
  dialog.getByText(/^1 applicant gets the lowest free seat of the other sitting\./)
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Choose…',
    expect.stringMatching(/^CBT, Batch B: Main hall, Kaduna, step-free, .*, 3 free seats$/),
  ])
  await user.selectOptions(dialog.getByLabelText('Sitting'), other.id)
  await fill(/^Reason/, 'A clash with another test.', dialog)
  const message = 'No seat is moved: APP-2024-000007 was present there, or has a result of it.'
  api.answer({ moveSeats: refuse('seats_refused', { message }) })
  await click('Move', dialog)
  await dialog.findByText(message)
  api.answer({ moveSeats: refuseFields('sitting', 'reason') })
  await click('Move', dialog)
  await expectRefused('sitting', 'reason')
  const readOld = watchOldData()
  api.answer({ moveSeats: { moved: 1 }, sitting: refuse('not_found') })
  await click('Move', dialog)
  await waitForNoDialog()
  expect(page.path()).toBe(`/sittings/${other.id}`)
  expect(api.requests('moveSeats').at(-1)).toEqual({
    body: { sitting: other.id, seats: [seat.id], reason: 'A clash with another test.' },
  })
  expect(readOld()).toEqual(['sittings', 'seats', 'sitting'])
  await screen.findByText('There is no such sitting, or not within your roles.')
  // What was chosen is there no more.
  await user.click(screen.getByRole('link', { name: 'All sittings' }))
  await user.click(await screen.findByRole('link', { name: 'Seats' }))
  expect(await screen.findByRole('checkbox', { name: 'Choose APP-2024-000007, CBT' })).toHaveProperty('checked', false)
})

test('seats of several sittings can all move to one of these', async () => {
  const ofAnother = { ...seat, id: selection, number: 'APP-2024-000008', sitting: { ...seat.sitting, id: other.id } }
  // It has exactly as many free seats.
  const free = { ...other, capacity: 2, seated: 0 }
  api.answer({ staffSeats: listOf(seat, ofAnother), staffSittings: listOf({ ...sitting, capacity: 2 }, free) })
  await visit('/seats')
  await user.click(await screen.findByRole('checkbox', { name: 'Choose all 2 on this page' }))
  await click('Move to another sitting')
  const dialog = await findDialog('Move to another sitting')
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Choose…',
    expect.stringMatching(/^CBT, Batch B: /),
  ])
  expect(dialog.queryByText('No other open sitting of the kind has room.')).toBeNull()
})

test('without another sitting that has room the dialog says so', async () => {
  api.answer({ staffSeats: listOf(seat), staffSittings: listOf(sitting) })
  await visit('/seats')
  expect((await chooseSeat()).getByText('No other open sitting of the kind has room.')).toBeDefined()
})

test('who only reads sittings chooses no seats', async () => {
  api.signInAs({ roles: ['registry'] })
  api.answer({ staffSeats: listOf(seat) })
  await visit('/seats')
  await screen.findByText('Sule Amaka')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('more seats than move at once are refused before anything is asked', async () => {
  const keys = Array.from({ length: maxMovedSeats + 1 }, (_, n) => `seat-${n}`)
  const { unmount, rerender } = render(<ChosenSeatActions choice={{ kind: 'some', keys }} sittings={[]} />)
  expect(readAlert()).toMatch(/^At most 100 seats are moved at once/)
  rerender(<ChosenSeatActions choice={{ kind: 'some', keys: keys.slice(1) }} sittings={[]} />)
  expect(screen.getByRole('button', { name: 'Move to another sitting' })).toBeDefined()
  unmount()
  api.answer({ staffSeats: { ...listOf(seat), count: { value: 150, more: false } } })
  await visit('/seats')
  await user.click(await screen.findByLabelText('Choose the one on this page'))
  await click('Choose all 150 that the list shows')
  await screen.findByText('At most 100 seats are moved at once, chosen one by one or by page.')
  expect(screen.queryByRole('button', { name: 'Move to another sitting' })).toBeNull()
})
