// The exam officer adds panels to an interview, and arranges the times of the applicants.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { InterviewPanels } from '#shared/api/staff/interviews.ts'
import type { Sitting } from '#shared/api/staff/sittings.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'
import { panelObstacles } from '#shared/staff/interviews.ts'
import { interviewSeat } from '#tests/support/fixtures/interviews.ts'
import { sittingAt, venueOf } from '#tests/support/fixtures/sittings.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  busyServer,
  click,
  comeBackLater,
  expectRefused,
  fill,
  findDialog,
  findToast,
  isPrimary,
  refuseFields,
  setUpStaffApi,
  user,
  visit,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
const id = '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55'
const venue = { ...venueOf(), id: '0b5f1a4e-9d6f-4c1d-8a53-6d1d0f0a2c11', version: 1 }
const toUtc = (moment: string) => new Date(moment).toISOString()
const { reportsAt, startsAt, endsAt, ...details } = sittingAt(venue.id, { kind: 'interview', label: 'Interviews' })
const sitting: Sitting = {
  ...details,
  id,
  exercise: 2024,
  isArchived: false,
  venue,
  reportsAt: toUtc(reportsAt),
  startsAt: toUtc(startsAt),
  endsAt: toUtc(endsAt),
  seated: 2,
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
}

const ada = { id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b01', name: 'Ada Obi' }
const bola = { id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b02', name: 'Bola Ige' }
const panel = { id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b03', name: 'Panel A', members: [ada], sheets: 0, version: 4 }
const slot: InterviewPanels['slots'][number] = {
  seat: interviewSeat,
  seatNumber: 1,
  number: 'APP-2024-000007',
  name: 'Sule Amaka',
  panel: panel.id,
  startsAt: '2039-03-04T08:20:00.000Z',
  expected: 2,
  handedIn: 2,
  mean: 70.5,
}
const waiting = {
  ...slot,
  seat: id,
  number: 'APP-2024-000008',
  name: 'Bello Musa',
  panel: null,
  startsAt: null,
  mean: null,
}
const none: InterviewPanels = {
  panels: [],
  slots: [],
  digest: 'd1'.padEnd(64, '0'),
  maximum: 100,
  candidates: [ada, bola],
}
const all: InterviewPanels = { ...none, panels: [panel], slots: [slot, waiting] }

beforeEach(() => {
  api.signInAs({ roles: ['exam'] })
  api.answer({ sitting, sittingAttendance: { present: 0, absent: 0, turned_away: 0, unmarked: 2, conflicts: 0 } })
})

test('a panel is added with its members', async () => {
  api.answer({ panels: none, addPanel: all })
  await visit(`/sittings/${id}`)
  await screen.findByRole('button', { name: 'Add a panel' })
  expect(screen.queryByRole('region', { name: 'Times' })).toBeNull()
  expect(isPrimary('Add a panel')).toBe(true)
  await click('Add a panel')
  const dialog = await findDialog('Add a panel')
  await fill('Name', 'Panel A', dialog)
  await user.click(dialog.getByLabelText('Ada Obi'))
  for (const field of ['name', 'members']) {
    api.answer({ addPanel: refuseFields(field) })
    await click('Add', dialog)
    await expectRefused(field)
  }
  api.answer({ panels: all, addPanel: all })
  await click('Add', dialog)
  await findToast('The panel is added.')
  expect(api.requests('addPanel').at(-1)).toEqual({ params: { id }, body: { name: 'Panel A', members: [ada.id] } })
  await screen.findByRole('table', { name: 'Panels' })
  expect([isPrimary('Add a panel'), isPrimary('Arrange the times')]).toEqual([false, true])
})

test.each([
  [0, false],
  [1, true],
])('once a sheet is handed in the members stay, which their dialog says (%i sheets: %s)', async (sheets, isSaid) => {
  api.answer({ panels: { ...all, panels: [{ ...panel, sheets }] } })
  await visit(`/sittings/${id}`)
  await click('Edit Panel A')
  const dialog = await findDialog('Edit Panel A')
  expect(dialog.queryByText(/^A sheet is handed in already/) !== null).toBe(isSaid)
})

test('who has lost the role since stays a member of the panel', async () => {
  api.answer({ panels: { ...all, slots: [slot], candidates: [bola] }, changePanel: all })
  await visit(`/sittings/${id}`)
  await screen.findByRole('button', { name: 'Arrange the times' })
  // Everybody has a time.
  expect(isPrimary('Arrange the times')).toBe(false)
  await click('Edit Panel A')
  await click('Save', await findDialog('Edit Panel A'))
  await findToast('The panel is saved.')
  expect(api.requests('changePanel')).toMatchObject([{ body: { members: [ada.id] } }])
})

test('each applicant is listed with time, sheets and mean; times are arranged, and who got none is named', async () => {
  const poor = { ...slot, seat: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b09', number: 'APP-2024-000009', mean: 0 }
  api.answer({ panels: { ...all, slots: [slot, waiting, poor] } })
  await visit(`/sittings/${id}`)
  const table = within(await screen.findByRole('table', { name: 'When each panel sees whom' }))
  const [, ...rows] = table.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    '9:20 amSule Amaka, APP-2024-000007Panel A2 of 270.5 of 100Change',
    'No time yetBello Musa, APP-2024-000008–––Change',
    '9:20 amSule Amaka, APP-2024-000009Panel A2 of 20 of 100Change',
  ])
  expect(table.getAllByRole('link')[0]?.getAttribute('href')).toBe(`/staff/interviews/${interviewSeat}`)
  await click('Arrange the times')
  const dialog = await findDialog('Arrange the times')
  await fill('Minutes for each applicant', '30', dialog)
  api.answer({ arrangeSlots: { arranged: 1, left: [{ number: 'APP-2024-000009', why: 'no_time' }] } })
  const readOld = watchOldData()
  await click('Arrange', dialog)
  await screen.findByText('APP-2024-000009: No time is left before the end of the sitting.')
  expect(readOld()).toEqual(['sitting'])
  expect(api.requests('arrangeSlots')).toEqual([
    { params: { id }, body: { minutes: 30, anew: false, seen: all.digest } },
  ])
})

test('times that a colleague has chosen meanwhile are not given anew unseen', async () => {
  api.answer({ panels: all })
  await visit(`/sittings/${id}`)
  await click('Arrange the times')
  const dialog = await findDialog('Arrange the times')
  await user.click(dialog.getByLabelText(/^Give all times anew/))
  const newest = { ...all, digest: 'd2'.padEnd(64, '0'), slots: [{ ...slot, startsAt: '2039-03-04T08:40:00.000Z' }] }
  api.answer({ panels: newest, arrangeSlots: refuse('changed_meanwhile', { data: newest }) })
  // Read again by itself, which the person may not have seen.
  await comeBackLater()
  await click('Arrange', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  await screen.findByText('9:40 am')
  api.answer({ arrangeSlots: { arranged: 2, left: [] } })
  await click('Arrange', dialog)
  await screen.findByText('2 applicants have a time now.')
  expect(api.requests('arrangeSlots').map(({ body }) => body)).toEqual(
    [all.digest, newest.digest].map((seen) => ({ minutes: 20, anew: true, seen })),
  )
})

test('a dialog of one sitting is closed on the page of another, to which Back leads', async () => {
  const other = '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b56'
  api.answer({ sitting: ({ params }) => ({ ...sitting, id: params.id, movedTo: other }), panels: all })
  const page = await visit(`/sittings/${id}`)
  await screen.findByRole('button', { name: 'Arrange the times' })
  await user.click(screen.getByRole('link', { name: 'Another sitting' }))
  await waitFor(() => expect(page.path()).toBe(`/sittings/${other}`))
  for (const action of ['Arrange the times', 'Remove Panel A']) {
    await click(action)
    await screen.findByRole('dialog')
    page.goBack()
    await waitFor(() => expect(page.path()).toBe(`/sittings/${id}`))
    expect(screen.queryByRole('dialog')).toBeNull()
    page.goForward()
    await waitFor(() => expect(page.path()).toBe(`/sittings/${other}`))
  }
})

test('times are not arranged before it is said how long each applicant has', async () => {
  api.answer({ panels: all, arrangeSlots: { arranged: 0, left: [] } })
  await visit(`/sittings/${id}`)
  await click('Arrange the times')
  const dialog = await findDialog('Arrange the times')
  await fill('Minutes for each applicant', '', dialog)
  await click('Arrange', dialog)
  expect((await dialog.findByText(/^Enter a whole number of minutes/)).id).toMatch(/-error$/)
  await fill('Minutes for each applicant', '20', dialog)
  api.answer({ arrangeSlots: refuse('unavailable') })
  await click('Arrange', dialog)
  await dialog.findByText(busyServer)
})

test('without a panel there are no times to arrange or to change', async () => {
  api.answer({ panels: { ...all, panels: [], slots: [waiting] } })
  await visit(`/sittings/${id}`)
  await screen.findByRole('table', { name: 'When each panel sees whom' })
  expect(screen.queryByRole('button', { name: 'Arrange the times' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Change the time/ })).toBeNull()
})

test('an interview has its panels before anybody has a seat', async () => {
  api.answer({ sitting: { ...sitting, seated: 0 }, panels: { ...all, slots: [] } })
  await visit(`/sittings/${id}`)
  await screen.findByRole('table', { name: 'Panels' })
})

test('why a time cannot change is said', async () => {
  api.answer({
    panels: all,
    changeSlot: refuse('interview_refused', { message: 'A sheet is handed in already.', data: { why: 'has_sheets' } }),
  })
  await visit(`/sittings/${id}`)
  await click('Change the time of Sule Amaka, APP-2024-000007')
  const dialog = await findDialog('Time of Sule Amaka')
  await fill('Time', '2039-03-04T10:00', dialog)
  await click('Save', dialog)
  await dialog.findByText('A sheet is handed in already.')
  expect(api.requests('changeSlot')).toEqual([
    {
      params: { id: interviewSeat },
      body: {
        panel: panel.id,
        startsAt: '2039-03-04T10:00:00+01:00',
        seen: { panel: panel.id, startsAt: slot.startsAt },
      },
    },
  ])
  api.answer({ changeSlot: refuseFields('panel', 'startsAt') })
  await click('Save', dialog)
  await expectRefused('panel', 'startsAt')
  api.answer({ changeSlot: all })
  const readOld = watchOldData()
  await click('Save', dialog)
  await findToast('The time is saved.')
  expect(readOld()).toEqual(['sitting'])
  expect(screen.queryByRole('dialog')).toBeNull()
  // Who has no time yet begins with that of the sitting.
  await click('Change the time of Bello Musa, APP-2024-000008')
  expect((await findDialog('Time of Bello Musa')).getByLabelText('Time')).toHaveProperty('value', '2039-03-04T09:00')
})

test.each<[string, StaffRole, Partial<Sitting>]>([
  ['who arranges nothing', 'helpdesk', {}],
  ['in an archived exercise everybody', 'exam', { isArchived: true }],
  ['once the sitting is cancelled everybody', 'exam', { state: 'cancelled' }],
])('%s sees panels and times alone', async (_, role, changes) => {
  api.signInAs({ roles: [role] })
  api.answer({ sitting: { ...sitting, ...changes }, panels: { ...all, candidates: null } })
  await visit(`/sittings/${id}`)
  await screen.findByRole('table', { name: 'When each panel sees whom' })
  for (const name of ['Add a panel', 'Arrange the times', /^Change/])
    expect(screen.queryByRole('button', { name })).toBeNull()
  for (const role of ['columnheader', 'dialog'] as const)
    expect(screen.queryByRole(role, { name: /Change|Arrange/ })).toBeNull()
})

test('a panel is changed with the version that was seen; one that somebody else has changed is read again', async () => {
  api.answer({ panels: all, changePanel: refuse('changed_meanwhile') })
  await visit(`/sittings/${id}`)
  await click('Edit Panel A')
  const dialog = await findDialog('Edit Panel A')
  expect(dialog.getByLabelText<HTMLInputElement>('Ada Obi').checked).toBe(true)
  expect(dialog.getByLabelText<HTMLInputElement>('Bola Ige').checked).toBe(false)
  await user.click(dialog.getByLabelText('Bola Ige'))
  const newer = { ...panel, members: [bola], version: 5 }
  api.answer({ panels: { ...all, panels: [newer] } })
  // Read again by itself, too, which the person may not have seen.
  await comeBackLater()
  await click('Save', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  const table = within(await screen.findByRole('table', { name: 'Panels', hidden: true }))
  await table.findByText('Bola Ige')
  api.answer({ changePanel: { ...all, panels: [newer] } })
  await click('Save', dialog)
  await findToast('The panel is saved.')
  const details = { name: 'Panel A', members: [ada.id, bola.id] }
  expect(api.requests('changePanel').map(({ body }) => body)).toMatchObject([
    { ...details, version: 4 },
    { ...details, version: 5 },
  ])
})

test('a time is changed from the one that was seen; one that somebody else has chosen is read again', async () => {
  api.answer({ panels: all, changeSlot: refuse('changed_meanwhile') })
  await visit(`/sittings/${id}`)
  await click('Change the time of Bello Musa, APP-2024-000008')
  const dialog = await findDialog('Time of Bello Musa')
  await fill('Time', '2039-03-04T10:00', dialog)
  await user.selectOptions(dialog.getByLabelText('Panel'), 'Panel A')
  const chosen = { panel: panel.id, startsAt: '2039-03-04T08:40:00.000Z' }
  api.answer({ panels: { ...all, slots: [slot, { ...waiting, ...chosen }] } })
  // Read again by itself, too, which the person may not have seen.
  await comeBackLater()
  await click('Save', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  const table = within(await screen.findByRole('table', { name: 'When each panel sees whom', hidden: true }))
  await table.findByText('9:40 am')
  api.answer({ changeSlot: all })
  await click('Save', dialog)
  await findToast('The time is saved.')
  const body = { panel: panel.id, startsAt: '2039-03-04T10:00:00+01:00' }
  expect(api.requests('changeSlot').map((request) => request.body)).toEqual([
    { ...body, seen: null },
    { ...body, seen: chosen },
  ])
  // A seat that is taken away meanwhile closes no dialog.
  await click('Change the time of Bello Musa, APP-2024-000008')
  const reopened = await findDialog('Time of Bello Musa')
  api.answer({ panels: { ...all, slots: [slot] }, changeSlot: refuse('changed_meanwhile') })
  await comeBackLater()
  await click('Save', reopened)
  await reopened.findByText('Someone else changed this. Check the new version and try again.')
  await waitFor(() => expect(table.queryByText(/Bello Musa/)).toBeNull())
  expect(reopened.getByRole('button', { name: 'Save' })).toBeTruthy()
})

test('a panel is removed once it is said what goes, and an answer that refuses it stays in sight', async () => {
  api.answer({ panels: all, removePanel: refuse('interview_refused', { message: panelObstacles.has_slots }) })
  await visit(`/sittings/${id}`)
  await click('Remove Panel A')
  const dialog = await findDialog('Remove Panel A')
  expect(dialog.getByText(/members: Ada Obi\./)).toBeTruthy()
  await click('Cancel', dialog)
  expect(api.requests('removePanel')).toEqual([])
  await click('Remove Panel A')
  const again = await findDialog('Remove Panel A')
  await click('Remove the panel', again)
  await again.findByText(panelObstacles.has_slots)
  api.answer({ removePanel: none, panels: none })
  await click('Remove the panel', again)
  await findToast('The panel is removed.')
  await screen.findByText(/^There is no panel yet/)
  expect(api.requests('removePanel').at(-1)).toEqual({ params: { id, panel: panel.id } })
})
