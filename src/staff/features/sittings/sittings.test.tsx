// Venues and sittings in the browser: added, changed, locked and cancelled.
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { runAfterQuiet } from '#kit/http/activity.ts'
import type { Sitting, Venue } from '#shared/api/staff/sittings.ts'
import { sittingAt, venueOf } from '#tests/support/fixtures/sittings.ts'
import { FileAnswer, refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  busyServer,
  click,
  comeBackLater,
  expectReadAgain,
  expectRefused,
  fill,
  findDialog,
  findFieldErrors,
  findToast,
  hitEscape,
  isPrimary,
  refuseFields,
  setUpStaffApi,
  user,
  visit,
  visitFromList,
  waitForNoDialog,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
const venue: Venue = { ...venueOf(), id: '0b5f1a4e-9d6f-4c1d-8a53-6d1d0f0a2c11', version: 1 }
const closed: Venue = {
  ...venue,
  id: '0b5f1a4e-9d6f-4c1d-8a53-6d1d0f0a2c12',
  name: 'Old hall',
  isActive: false,
  isStepFree: true,
}
const id = '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55'

const buildSitting = (changes: Partial<Sitting> = {}): Sitting => {
  const { kind, label, capacity, ...moments } = sittingAt(venue.id)
  const utc = (moment: string) => new Date(moment).toISOString()
  return {
    id,
    exercise: 2024,
    isArchived: false,
    kind,
    label,
    venue,
    reportsAt: utc(moments.reportsAt),
    startsAt: utc(moments.startsAt),
    endsAt: utc(moments.endsAt),
    capacity,
    seated: 0,
    unpublished: 0,
    clashCount: 0,
    clashes: [],
    state: 'open',
    reason: null,
    movedFrom: null,
    movedTo: null,
    version: 1,
    madeBy: 'Ngozi Uba',
    madeAt: '2039-01-05T09:00:00.000Z',
    ...changes,
  }
}

const {
  reason: _,
  exercise: __,
  isArchived: ___,
  version: ____,
  madeBy: _____,
  madeAt: ______,
  ...row
} = buildSitting()

beforeEach(() => {
  api.signInAs({ roles: ['exam'] })
  api.answer({
    venues: { venues: [venue, closed] },
    staffSittings: { rows: [row], next: null, count: { value: 1, more: false } },
    sitting: buildSitting(),
    sittingAttendance: { present: 41, absent: 0, turned_away: 2, unmarked: 7, conflicts: 1 },
  })
})

test('a venue is added, and one that is there is edited from the version that was seen', async () => {
  await visit('/sittings/venues')
  const rows = (await screen.findByRole('table')).querySelectorAll('tbody tr')
  expect([...rows].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Main hall.*Kaduna–Yes/),
    expect.stringMatching(/^Old hall.*KadunaStep-freeNo longer/),
  ])
  await click('Add a venue')
  const dialog = await findDialog('Add a venue')
  api.answer({ addVenue: refuse('invalid_request', { errors: [{ path: 'address', message: 'Enter the address.' }] }) })
  await fill('Name', 'Senate building', dialog)
  await click('Add', dialog)
  await dialog.findByText('Enter the address.')
  expect((dialog.getByLabelText('Name') as HTMLInputElement).value).toBe('Senate building')
  api.answer({ addVenue: { ...venue, name: 'Senate building' } })
  await fill('Address', '1 New Road', dialog)
  await user.selectOptions(dialog.getByLabelText('State'), 'kano')
  await user.click(dialog.getByLabelText(/^Step-free/))
  api.answer({ addVenue: refuseFields('name', 'state') })
  await click('Add', dialog)
  await expectRefused('name', 'state')
  api.answer({ addVenue: { ...venue, name: 'Senate building' } })
  await click('Add', dialog)
  await findToast('The venue is added.')
  expect(api.requests('addVenue').at(-1)).toEqual({
    params: { year: '2024' },
    body: { name: 'Senate building', address: '1 New Road', state: 'kano', isActive: true, isStepFree: true },
  })
  await click('Edit Main hall')
  const edit = await findDialog('Edit the venue')
  expect(edit.queryByText('Somebody else saved meanwhile')).toBeNull()
  const isStepFree = { path: 'isStepFree', message: 'Applicants with special needs have seats here.' }
  api.answer({ changeVenue: refuse('invalid_request', { errors: [isStepFree] }) })
  await click('Save', edit)
  await edit.findByText('Applicants with special needs have seats here.')
  api.answer({ changeVenue: { ...venue, isActive: false, version: 2 } })
  await user.click(edit.getByLabelText('Offered for new sittings'))
  await click('Save', edit)
  await findToast('The venue is saved.')
  expect(api.requests('changeVenue').at(-1)).toMatchObject({
    params: { id: venue.id },
    body: { isActive: false, isStepFree: false, version: 1 },
  })
  await click('Edit Old hall')
  const isOffered = (await findDialog('Edit the venue')).getByLabelText('Offered for new sittings')
  expect(isOffered).toHaveProperty('checked', false)
})

test.each<[string, Partial<Venue>]>([
  ['9 Other Road, Kaduna, no longer offered', { isActive: false }],
  ['9 Other Road, Kaduna, step-free', { isStepFree: true }],
])(
  'a venue that somebody else saved meanwhile shows what it is now, and is saved with what was typed: %s',
  async (now, changes) => {
    await visit('/sittings/venues')
    await click('Edit Main hall')
    const dialog = await findDialog('Edit the venue')
    await fill('Name', 'Great hall', dialog)
    api.answer({
      changeVenue: refuse('changed_meanwhile'),
      venues: { venues: [{ ...venue, address: '9 Other Road', ...changes, version: 2 }] },
    })
    await click('Save', dialog)
    await dialog.findByText(new RegExp(`${now}\\.`))
    expect(dialog.getByText('Someone else changed this. Check the new version and try again.')).toBeDefined()
    expect((dialog.getByLabelText('Name') as HTMLInputElement).value).toBe('Great hall')
    api.answer({ changeVenue: { ...venue, version: 3 } })
    await click('Save', dialog)
    await findToast('The venue is saved.')
    expect(api.requests('changeVenue').at(-1)).toMatchObject({ body: { name: 'Great hall', version: 2 } })
  },
)

test('a venue that was changed a moment ago is changed again from the version that came of it', async () => {
  const { mock } = vi.spyOn(QueryClient.prototype, 'invalidateQueries')
  await visit('/sittings/venues')
  await click('Edit Main hall')
  const newest = { ...venue, version: 2 }
  const reread = Promise.withResolvers<{ venues: Venue[] }>()
  api.answer({ changeVenue: newest, venues: () => reread.promise })
  await click('Save', await findDialog('Edit the venue'))
  await expect.poll(() => api.requests('venues')).toHaveLength(2)
  // What the page shows is of the version before.
  await findDialog('Edit the venue')
  reread.resolve({ venues: [newest] })
  await findToast('The venue is saved.')
  await waitForNoDialog()
  await click('Edit Main hall')
  const dialog = await findDialog('Edit the venue')
  const saved = Promise.withResolvers<Venue>()
  const last = { ...newest, address: '9 Other Road', version: 3 }
  api.answer({ changeVenue: () => saved.promise, venues: { venues: [last] } })
  await click('Save', dialog)
  // The page is read again before the answer arrives.
  const [client] = mock.contexts as QueryClient[]
  await act(() => client?.invalidateQueries())
  await screen.findByText('9 Other Road')
  expect(dialog.queryByText('Somebody else saved meanwhile')).toBeNull()
  saved.resolve(last)
  await waitForNoDialog()
  expect(api.requests('changeVenue').map(({ body }) => body)).toMatchObject([{ version: 1 }, { version: 2 }])
})

test('a sitting is added at a venue that is offered, in Nigerian time', async () => {
  await visit('/sittings')
  await click('Add a sitting')
  const dialog = await findDialog('Add a sitting')
  await dialog.findByRole('option', { name: 'Main hall' })
  expect(dialog.queryByRole('option', { name: 'Old hall' })).toBeNull()
  await user.selectOptions(dialog.getByLabelText('Venue'), venue.id)
  await fill('Batch', 'Batch A', dialog)
  await fill('Applicants report at', '2039-03-04T08:00', dialog)
  await fill('Starts', '2039-03-04T09:00', dialog)
  await fill('Ends', '2039-03-04T11:00', dialog)
  await fill('Capacity', '250', dialog)
  const names = ['kind', 'venue', 'label', 'reportsAt', 'startsAt', 'endsAt', 'capacity']
  const errors = names.map((path) => ({ path, message: `The ${path} cannot be.` }))
  api.answer({ addSitting: refuse('invalid_request', { errors }) })
  await click('Add', dialog)
  for (const { message } of errors) expect((await dialog.findByText(message)).id).toMatch(/-error$/)
  const readOld = watchOldData()
  api.answer({ addSitting: buildSitting() })
  await click('Add', dialog)
  await findToast('The sitting is added.')
  expect(readOld()).toEqual(['sittings'])
  expect(api.requests('addSitting').at(-1)?.body).toEqual({ ...sittingAt(venue.id), exercise: 2024 })
  await waitForNoDialog()
})

test('a venue that was chosen stays when a colleague adds another, and venues that cannot be read are not taken for none', async () => {
  api.answer({ venues: refuse('unavailable') })
  await visit('/sittings')
  await click('Add a sitting')
  const dialog = await findDialog('Add a sitting')
  const unread = /^The venues have not been read yet/
  expect(dialog.getByLabelText('Venue')).toBe(dialog.getByRole('combobox', { description: unread }))
  api.answer({ venues: { venues: [venue, closed] } })
  await comeBackLater()
  await dialog.findByRole('option', { name: 'Main hall' })
  expect(dialog.queryByText(unread)).toBeNull()
  await user.selectOptions(dialog.getByLabelText('Venue'), venue.id)
  api.answer({ venues: { venues: [venue, { ...closed, name: 'New hall', isActive: true }] } })
  await comeBackLater()
  await dialog.findByRole('option', { name: 'New hall' })
  expect(dialog.getByLabelText('Venue')).toHaveProperty('value', venue.id)
})

test('what is left out is named at its field, and what was typed stays', async () => {
  await visit('/sittings')
  await click('Add a sitting')
  const dialog = await findDialog('Add a sitting')
  await fill('Batch', 'Batch A', dialog)
  await fill('Capacity', ' ', dialog)
  const errors = [{ path: 'capacity', message: 'Enter the capacity as a whole number.' }]
  api.answer({ addSitting: refuse('invalid_request', { errors }) })
  await click('Add', dialog)
  await dialog.findByText('Enter the capacity as a whole number.')
  expect(dialog.getByLabelText('Batch')).toHaveProperty('value', 'Batch A')
  expect(api.requests('addSitting').at(-1)?.body).toMatchObject({ capacity: null, startsAt: '' })
})

test('a dialog that was opened before the answer to the one before it stays, with what is typed there', async () => {
  const saving = Promise.withResolvers<Sitting>()
  api.answer({ changeSitting: () => saving.promise })
  await visit(`/sittings/${id}`)
  await click('Change')
  const first = await findDialog('Change the sitting')
  await waitFor(() => expect(first.getByLabelText('Venue')).not.toHaveProperty('value', ''))
  await click('Save', first)
  await waitFor(() => expect(api.requests('changeSitting')).toHaveLength(1))
  await hitEscape()
  await findToast('It was sent before you cancelled, and may be done all the same.')
  await click('Cancel this sitting')
  const dialog = await findDialog('Cancel this sitting')
  await fill('Reason', 'The hall has no power.', dialog)
  saving.resolve(buildSitting({ version: 2 }))
  await findToast('The sitting is saved.')
  await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
  const stays = within(screen.getByRole('dialog', { name: 'Cancel this sitting' }))
  expect(stays.getByLabelText('Reason')).toHaveProperty('value', 'The hall has no power.')
})

test('an open sitting is changed, locked, and opened again', async () => {
  await visitFromList(api, 'Sittings', /Batch A/)
  await screen.findByRole('heading', { name: 'Batch A, Main hall' })
  expect(screen.queryByRole('button', { name: 'Unlock' })).toBeNull()
  await click('Change')
  const dialog = await findDialog('Change the sitting')
  const readOldOfRefusal = watchOldData()
  api.answer({ changeSitting: refuse('changed_meanwhile') })
  expect(dialog.getByLabelText('Starts')).toHaveProperty('value', '2039-03-04T09:00')
  await fill('Capacity', '60', dialog)
  // Read again by itself, too, which the person may not have seen.
  api.answer({ sitting: buildSitting({ capacity: 40, version: 2 }) })
  await comeBackLater()
  await click('Save', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  expect(readOldOfRefusal()).toEqual(['sittings', 'sitting'])
  const readOldOfChange = watchOldData()
  api.answer({
    changeSitting: buildSitting({ capacity: 60, version: 2 }),
    sitting: buildSitting({ capacity: 60, version: 2 }),
  })
  await click('Save', dialog)
  await findToast('The sitting is saved.')
  expect(api.requests('changeSitting').map(({ body }) => body)).toMatchObject([{ version: 1 }, { version: 2 }])
  expect(readOldOfChange()).toEqual(['sittings', 'sitting'])
  await waitForNoDialog()
  await expectReadAgain(api, 'Sittings', 'staffSittings')
  await user.click(await screen.findByRole('link', { name: /Batch A/ }))
  const locked = buildSitting({ state: 'locked', version: 3 })
  const readOldOfLock = watchOldData()
  api.answer({ stepSitting: refuse('changed_meanwhile') })
  await click('Lock')
  await findToast('Someone else changed this. Check the new version and try again.')
  expect(readOldOfLock()).toEqual(['sitting', 'sittings'])
  const readOld = watchOldData()
  // Also where it cannot be read again.
  api.answer({ stepSitting: locked, sitting: refuse('unavailable') })
  await click('Lock')
  await findToast('The sitting is locked.')
  expect(api.requests('stepSitting').at(-1)).toEqual({ params: { id }, body: { step: 'lock', reason: '', version: 2 } })
  expect(readOld()).toEqual(['sitting', 'sittings'])
  await screen.findByRole('button', { name: 'Unlock' })
  expect(screen.queryByRole('button', { name: /^(Change|Lock)$/ })).toBeNull()
  await expectReadAgain(api, 'Sittings', 'staffSittings')
})

test('a sitting is cancelled for a reason, and then takes no action', async () => {
  const seated = buildSitting({ seated: 3, endsAt: '2039-03-05T11:00:00.000Z' })
  api.answer({ sitting: seated })
  await visit(`/sittings/${id}`)
  expect((await screen.findByText('Time')).nextSibling?.textContent).toMatch(/^9:00\sam to 5\sMarch 2039, 12:00\spm$/)
  await click('Cancel this sitting')
  const dialog = await findDialog('Cancel this sitting')
  dialog.getByText(/Its 3 applicants can then be seated elsewhere\.$/)
  api.answer({ stepSitting: refuseFields('reason') })
  await click('Cancel the sitting', dialog)
  expect(await findFieldErrors()).toEqual({ Reason: 'Not this reason.' })
  await fill('Reason', 'The centre was delisted.', dialog)
  api.answer({ stepSitting: refuse('unavailable') })
  await click('Cancel the sitting', dialog)
  await dialog.findByText(busyServer)
  const waitForReading = (times: number) => waitFor(() => expect(api.requests('sitting')).toHaveLength(times))
  await waitForReading(2)
  api.answer({ stepSitting: refuse('changed_meanwhile'), sitting: { ...seated, seated: 4, version: 2 } })
  await click('Cancel the sitting', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  await waitForReading(3)
  await dialog.findByText(/Its 4 applicants can then be seated elsewhere\.$/)
  const cancelled = buildSitting({ state: 'cancelled', reason: 'The centre was delisted.', version: 3 })
  api.answer({ stepSitting: cancelled, sitting: cancelled })
  await click('Cancel the sitting', dialog)
  await findToast('The sitting is cancelled.')
  expect(api.requests('stepSitting').at(-1)).toMatchObject({ body: { step: 'cancel', version: 2 } })
  await screen.findByText('The centre was delisted.')
  screen.getByText('Cancelled because')
  expect(screen.queryByRole('button', { name: /Lock|Unlock|Change|Cancel/ })).toBeNull()
})

test('what was moved says why and where to; a sitting without seats is cancelled without a word of them', async () => {
  const movedTo = id.replace('55', '56')
  api.answer({ sitting: buildSitting({ state: 'cancelled', reason: 'The hall has no power.', movedTo }) })
  const page = await visit(`/sittings/${id}`)
  expect((await screen.findByText('Moved because')).nextSibling?.textContent).toBe('The hall has no power.')
  page.unmount()
  api.answer({ sitting: buildSitting() })
  await visit(`/sittings/${id}`)
  await click('Cancel this sitting')
  const dialog = await findDialog('Cancel this sitting')
  dialog.getByText(/cannot be opened again\.$/)
})

test('a sitting stays at its venue that is no longer offered', async () => {
  api.answer({ sitting: buildSitting({ venue: closed }) })
  await visit(`/sittings/${id}`)
  await click('Change')
  const dialog = await findDialog('Change the sitting')
  await dialog.findByRole('option', { name: 'Old hall' })
  expect(dialog.getByLabelText('Venue')).toHaveProperty('value', closed.id)
})

test('a sitting with seats moves to another time and place, and its page says who is not told yet', async () => {
  api.answer({ sitting: buildSitting({ seated: 3 }) })
  const page = await visit(`/sittings/${id}`)
  await screen.findByRole('button', { name: 'Change' })
  expect(isPrimary('Change')).toBe(true)
  await click('Move')
  const dialog = await findDialog('Move the sitting')
  api.answer({
    moveSitting: refuse('invalid_request', {
      errors: [{ path: 'reason', message: 'Say why, in at least 10 characters.' }],
    }),
  })
  await fill('Starts', '2039-03-05T13:30', dialog)
  await click('Move', dialog)
  await dialog.findByText('Say why, in at least 10 characters.')
  expect(dialog.getByLabelText('Starts')).toHaveProperty('value', '2039-03-05T13:30')
  const movedTo = '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b56'
  const moved = buildSitting({ id: movedTo, label: 'Batch B', movedFrom: id, seated: 3, unpublished: 3 })
  await fill('Reason', 'The hall has no power.', dialog)
  api.answer({ moveSitting: refuse('unavailable') })
  await click('Move', dialog)
  await dialog.findByText(busyServer)
  api.answer({ moveSitting: refuse('changed_meanwhile'), sitting: buildSitting({ seated: 3, version: 2 }) })
  await comeBackLater()
  const reads = api.requests('sitting').length
  await click('Move', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  await waitFor(() => expect(api.requests('sitting')).toHaveLength(reads + 1))
  const readOld = watchOldData()
  api.answer({ moveSitting: moved, sitting: moved })
  await click('Move', dialog)
  await screen.findByText('3 applicants not told yet')
  expect(page.path()).toBe(`/sittings/${movedTo}`)
  // To tell them comes first.
  expect(isPrimary('Change')).toBe(false)
  expect(readOld()).toEqual(['sittings', 'sitting'])
  // What was read again by itself has perhaps not been seen, until it is refused.
  const body = { startsAt: '2039-03-05T13:30:00+01:00', reason: 'The hall has no power.' }
  expect(api.requests('moveSitting').slice(-2)).toMatchObject(
    [1, 2].map((version) => ({ params: { id }, body: { ...body, version } })),
  )
  expect(screen.getByRole('link', { name: 'Publish the seats' }).getAttribute('href')).toBe(
    `/staff/publications/new?sitting=${movedTo}`,
  )
  expect(screen.getByRole('link', { name: 'Another sitting' }).getAttribute('href')).toBe(`/staff/sittings/${id}`)
})

test.each([
  ['who only reads', { permissions: ['sitting:read' as const] }, {}],
  ['an archived exercise', { roles: ['exam' as const] }, { isArchived: true }],
])('%s is offered no change', async (_, me, changes) => {
  api.signInAs(me)
  api.answer({ sitting: buildSitting({ seated: 3, unpublished: 3, ...changes }) })
  await visit(`/sittings/${id}`)
  await screen.findByText('Time and place')
  expect(screen.queryByRole('button', { name: /Lock|Change|Cancel|Move/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Publish the seats' })).toBeNull()
})

test('the page of a sitting says how many came, and leads to them and to the door', async () => {
  api.answer({ sitting: buildSitting({ seated: 50 }) })
  await visit(`/sittings/${id}`)
  const count = await screen.findByRole('link', { name: '41' })
  expect(count.getAttribute('href')).toBe(`/staff/seats?sitting=${id}&attendance=present`)
  expect(screen.getByRole('link', { name: '50' }).getAttribute('href')).toBe(`/staff/seats?sitting=${id}`)
  expect(screen.getByText('Marked differently').nextSibling?.textContent).toBe('1')
  expect(screen.queryByRole('link', { name: '0' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Open the door' }).getAttribute('href')).toBe(`/staff/sittings/${id}/door`)
  cleanup()
  api.signInAs({ roles: ['registry'] })
  api.answer({ sittingAttendance: { present: 41, absent: 0, turned_away: 2, unmarked: 7, conflicts: 0 } })
  await visit(`/sittings/${id}`)
  await screen.findByRole('link', { name: '41' })
  expect(screen.queryByText('Marked differently')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Open the door' })).toBeNull()
})

test('in an archived exercise nobody is marked and nothing is left to publish', async () => {
  api.answer({ sitting: buildSitting({ seated: 50, unpublished: 3, clashCount: 1, isArchived: true }) })
  await visit(`/sittings/${id}`)
  await screen.findByRole('link', { name: '41' })
  expect(screen.queryByText(/another sitting at this time/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Open the door' })).toBeNull()
  expect(screen.queryByText(/not told yet$/)).toBeNull()
})

test('who only reads a sitting is offered nothing to print, and a CBT has no panels', async () => {
  api.signInAs({ roles: ['registry'] })
  api.answer({ sitting: buildSitting({ seated: 50 }) })
  await visit(`/sittings/${id}`)
  await screen.findByRole('link', { name: '41' })
  expect(screen.queryByRole('button', { name: 'Attendance sheet' })).toBeNull()
  expect(api.requests('panels')).toEqual([])
})

test('what is printed for a sitting is downloaded, and why it is not is said', async () => {
  api.answer({ sitting: buildSitting({ seated: 50 }) })
  await visit(`/sittings/${id}`)
  api.answer({ attendanceSheet: new FileAnswer('%PDF-1.7', 'application/pdf') })
  await click('Attendance sheet')
  await findToast(/The attendance sheet is downloaded/)
  expect(api.requests('attendanceSheet')).toEqual([{ params: { id } }])
  api.answer({ seatLabels: refuse('unavailable') })
  await click('Seat labels')
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
})

test('without venues the page says so; who only reads them changes none', async () => {
  api.answer({ venues: { venues: [] } })
  const page = await visit('/sittings/venues')
  await screen.findByText(/^There is no venue yet/)
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('button', { name: 'Add a venue' })).toBeTruthy()
  page.unmount()
  api.signInAs({ roles: ['helpdesk'] })
  api.answer({ venues: { venues: [venue] } })
  const read = await visit('/sittings/venues')
  const table = within(await screen.findByRole('table', { name: 'Venues' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).not.toContain('Change')
  expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull()
  read.unmount()
  const archived = { year: 2024, title: 'Recruitment', isCurrent: true, isArchived: true }
  api.signInAs({ roles: ['exam'], exercises: [archived] })
  await visit('/sittings/venues')
  await screen.findByRole('table', { name: 'Venues' })
  expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull()
})

test.each([
  ['an exam officer', 'exam', false, ['Add a sitting', 'Give seats']],
  ['an exam officer of an archived exercise', 'exam', true, []],
  ['who only reads them', 'helpdesk', false, []],
] as const)('of the sittings %s is offered what can be changed', async (_, role, isArchived, offered) => {
  const archived = { year: 2024, title: 'Recruitment', isCurrent: true, isArchived }
  api.signInAs({ roles: [role], exercises: [archived] })
  await visit('/sittings')
  await screen.findByRole('table')
  const find = (name: string) => screen.queryByRole('button', { name }) ?? screen.queryByRole('link', { name })
  expect(['Add a sitting', 'Give seats'].filter(find)).toEqual(offered)
})

test('a sitting without seats has nobody to count and nothing to print', async () => {
  api.answer({ sitting: buildSitting({ seated: 0 }) })
  await visit(`/sittings/${buildSitting().id}`)
  await screen.findByRole('region', { name: 'Time and place' })
  expect(screen.getByText('Seats taken').nextSibling?.textContent).toMatch(/^None of /)
  expect(screen.queryByRole('button', { name: 'Move' })).toBeNull()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).not.toContain('Attendance')
  expect(api.requests('sittingAttendance')).toEqual([])
})

test('a sitting says which applicants have another one at that time, and leads to both', async () => {
  const clashes = [{ number: 'APP-2024-000007', sitting: id.replace('55', '56'), label: 'Panel', venue: 'Old hall' }]
  api.answer({ sitting: buildSitting({ seated: 3, clashCount: 2, clashes }) })
  const page = await visit(`/sittings/${id}`)
  await screen.findByText('2 applicants have another sitting at this time')
  screen.getByRole('link', { name: 'APP-2024-000007' })
  expect(screen.getByRole('link', { name: 'Panel, Old hall' }).getAttribute('href')).toContain(clashes[0]?.sitting)
  screen.getByText('and 1 more')
  page.unmount()
  api.answer({ sitting: buildSitting({ seated: 3, clashCount: 1, clashes }) })
  const one = await visit(`/sittings/${id}`)
  await screen.findByText('1 applicant has another sitting at this time')
  expect(screen.queryByText(/^and \d+ more$/)).toBeNull()
  one.unmount()
  api.answer({ sitting: buildSitting({ seated: 3 }) })
  await visit(`/sittings/${id}`)
  await screen.findByRole('heading', { name: 'Batch A, Main hall' })
  expect(screen.queryByText(/another sitting at this time/)).toBeNull()
})
