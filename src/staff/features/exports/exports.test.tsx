// The register of exports: how far each file is, who made it and why; own files are downloaded or cancelled.
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { RegisteredExport } from '#shared/api/staff/lists/exports.ts'
import { type ExportFailure, exportFailures } from '#shared/lists/exports/export-failures.ts'
import { buildExport } from '#tests/support/fixtures/staff-replies.ts'
import { NewerServerAnswer, refuse } from '#tests/support/ui/scripted-staff-api.ts'
import { click, findToast, setUpStaffApi, visit, watchOldData } from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const older = '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c61'
const list = (...rows: RegisteredExport[]) => ({ rows, next: null })
const making = buildExport({ state: 'making', done: 12_000, total: 30_000 })

beforeEach(() => {
  api.signInAs({ roles: ['registry'] })
  api.answer({ staffExports: list(buildExport()) })
})

const findRow = async () => within((await screen.findAllByRole('row'))[1] as HTMLElement)

test('an own file that is ready is downloaded, until it is removed', async () => {
  const sizes = [1_000_000, 999_900].map((bytes) => buildExport({ id: crypto.randomUUID(), bytes }))
  api.answer({
    staffExports: list(buildExport({ bytes: 2_340_000, expiresAt: '2024-03-05T09:00:00.000Z' }), ...sizes),
  })
  await visit('/exports')
  const row = await findRow()
  const link = row.getByRole('link', { name: 'Download (2.3 MB)' })
  expect(link.getAttribute('href')).toBe(`/api/v1/staff/exports/${buildExport().id}/content`)
  expect(link.hasAttribute('download')).toBe(true)
  expect(row.getByText('Until 5 March 2024, 10:00 am')).toBeDefined()
  expect(row.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Download (1 MB)' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Download (999.9 kB)' })).toBeDefined()
})

test('the file of somebody else can be neither downloaded nor cancelled', async () => {
  api.answer({
    staffExports: list(
      buildExport({ own: false }),
      {
        ...making,
        id: 'ab57bb06-8b4a-4a63-9f0b-bd4ed3d3dc11',
        own: false,
      },
      { ...buildExport({ own: false, state: 'waiting' }), id: 'ab57bb06-8b4a-4a63-9f0b-bd4ed3d3dc12' },
    ),
  })
  await visit('/exports')
  await screen.findByText('Ready')
  expect(screen.getByText('Being made')).toBeDefined()
  // There is nothing of it yet: not an empty part of the page.
  expect(screen.getByText('Waiting for its turn').closest('tr')?.querySelectorAll('td')[2]?.textContent).toBe('–')
  expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

test.each<[Partial<RegisteredExport>, string, boolean, boolean | null]>([
  [{ state: 'waiting' }, 'Waiting for its turn', true, null],
  [{ state: 'making', total: null }, 'Beginning…', true, false],
  [{ state: 'making', done: 12_000, total: 30_000 }, '12,000 of 30,000', true, true],
  [{ state: 'cancelled' }, 'Cancelled', false, null],
  [{ state: 'expired' }, 'Removed after a day', false, null],
])('an own export with %j says “%s”, and can be cancelled: %s', async (more, text, isCancellable, hasShare) => {
  api.answer({ staffExports: list(buildExport(more)) })
  await visit('/exports')
  await screen.findByText(text)
  const all = ['Waiting for its turn', 'Being made', 'Ready', 'Failed', 'Cancelled', 'Removed after a day']
  expect(all.filter((one) => screen.queryByText(one)).length).toBe(1)
  expect(screen.queryByRole('button', { name: 'Cancel' }) !== null).toBe(isCancellable)
  expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull()
  // Without a value it moves, and says that nobody knows yet.
  expect(screen.queryByRole('progressbar')?.hasAttribute('value') ?? null).toBe(hasShare)
})

test.each<[ExportFailure | 'of_a_newer_server', string]>([
  ['too_large', exportFailures.too_large],
  ['not_permitted', exportFailures.not_permitted],
  ['of_a_newer_server', exportFailures.error],
])('an export that failed (%s) says why', async (failure, text) => {
  api.answer({
    staffExports: new NewerServerAnswer({ rows: [{ ...buildExport({ state: 'failed' }), failure }], next: null }),
  })
  await visit('/exports')
  await screen.findByText(text)
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

test('a state that only a newer server has is named as it is', async () => {
  api.answer({ staffExports: new NewerServerAnswer({ rows: [{ ...buildExport(), state: 'paused' }], next: null }) })
  await visit('/exports')
  await screen.findByText('paused')
})

test('an export is followed from its turn until it is ready', async () => {
  api.answer({ staffExports: list(buildExport({ state: 'waiting' })) })
  await visit('/exports')
  await screen.findByText('Waiting for its turn')
  api.answer({ staffExports: list(making) })
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Export: 12,000 of 30,000' })
  expect(bar.value).toBe(40)
  api.answer({ staffExports: list(buildExport()) })
  await screen.findByRole('link', { name: /^Download/ })
})

test('an export that is being made is cancelled; one that has ended says so and stays', async () => {
  api.answer({
    staffExports: list(making),
    cancelExport: refuse('export_ended'),
  })
  await visit('/exports')
  await click('Cancel')
  await screen.findByText('This export is not being made any more.')
  api.answer({
    cancelExport: {},
    staffExports: list({ ...making, state: 'cancelled' }),
  })
  const readOld = watchOldData()
  await click('Cancel')
  await findToast('The export is cancelled.')
  // Also where nothing more is being made, so that the list is not followed any more.
  expect(readOld()).toEqual(['exports'])
  await screen.findByText('Cancelled')
  expect(api.requests('cancelExport').at(-1)).toEqual({
    params: { id: making.id },
  })
})

test.each<[Partial<RegisteredExport>, string]>([
  [{}, 'All of it'],
  [{ filter: { gender: 'f', q: 'bello' } }, 'Found by “bello”; Gender: Female'],
  [{ filter: { sort: '-submitted' } }, 'Only those who have submitted'],
  [{ chosen: 2 }, '2 chosen applicants'],
  [{ chosen: 1 }, '1 chosen applicant'],
  [{ except: 1_200, filter: { gender: 'f' } }, 'All but 1,200; Gender: Female'],
  [{ list: 'applications', selection: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c50' }, 'A selection'],
])('the register says of which rows an export with %j is', async (more, text) => {
  api.answer({ staffExports: list(buildExport(more)) })
  await visit('/exports')
  await screen.findByText(text)
})

test('the register says who made a file and why, which columns it has and its digest', async () => {
  api.answer({
    staffExports: list(
      buildExport({
        sha256: 'a'.repeat(64),
        columns: ['userId', 'gone'],
        downloads: 3,
      }),
    ),
  })
  await visit('/exports')
  const row = await findRow()
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toMatchObject([
    `Applicants 2024All of itDetailsCSVColumns: User ID, goneSHA-256: ${'a'.repeat(64)}`,
    'Ready',
    expect.stringContaining('Download (2.3 kB)'),
    '1,200',
    'For the meeting of the panel.',
    '4 Mar 2024, 10:00 am, Bisi Ajayi',
    '3',
  ])
})

test('of an export without a digest its columns alone are told', async () => {
  api.answer({ staffExports: list(buildExport({ columns: ['userId'] })) })
  await visit('/exports')
  const row = await findRow()
  expect(row.getByRole('group').textContent).toBe('DetailsCSVColumns: User ID')
})

test('a register without exports says so; older and newer ones are pages', async () => {
  const old = buildExport({ reason: 'An older reason.' })
  api.answer({
    staffExports: ({ query }) => (query.after ? list(old) : { ...list(buildExport()), next: older }),
  })
  const page = await visit('/exports')
  await screen.findByText('For the meeting of the panel.')
  expect(screen.queryByRole('button', { name: 'Newer' })).toBeNull()
  await click('Older')
  await screen.findByText('An older reason.')
  expect(page.path()).toBe(`/exports?after=${older}`)
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull()
  await click('Newer')
  await screen.findByText('For the meeting of the panel.')
  page.unmount()
  api.answer({ staffExports: list() })
  await visit('/exports')
  await screen.findByText('Nothing has been exported yet.')
  const lists = within(screen.getByRole('list', { name: 'Lists that you can export' }))
  const links = lists.getAllByRole('link').map((link) => link.getAttribute('href'))
  const labels = lists.getAllByRole('link').map(({ textContent }) => textContent)
  expect(labels).toEqual(labels.toSorted())
  expect(links).toContain('/staff/applicants')
  expect(links).not.toContain('/staff/audit')
  cleanup()
  api.signInAs({ roles: ['auditor'] })
  await visit('/exports')
  await screen.findByText('Nothing has been exported yet.')
  expect(screen.queryByText('Lists that you can export')).toBeNull()
})

test('a register that could not be loaded is tried again', async () => {
  api.answer({ staffExports: refuse('unexpected') })
  await visit('/exports')
  await screen.findByText('The exports could not be loaded')
  api.answer({ staffExports: list(buildExport()) })
  await click('Try again')
  await screen.findByRole('table')
})

test('a download is counted a little later, when the server has sent the file', async () => {
  await visit('/exports')
  const link = await screen.findByRole('link', { name: /^Download/ })
  link.addEventListener('click', (event) => event.preventDefault())
  api.answer({ staffExports: list(buildExport({ downloads: 7 })) })
  const readOld = watchOldData()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  fireEvent.click(link)
  vi.advanceTimersByTime(1_000)
  expect(readOld()).toEqual([])
  vi.advanceTimersByTime(500)
  expect(readOld()).toEqual(['exports'])
  vi.useRealTimers()
  await screen.findByRole('cell', { name: '7' })
})

test('of an export before its rows are known, and of a list that only a newer server has, the register says what it can', async () => {
  const row = {
    ...buildExport({ rows: null, state: 'making', done: 0, total: 0, sha256: 'b'.repeat(64), columns: [] }),
  }
  api.answer({ staffExports: new NewerServerAnswer({ rows: [{ ...row, list: 'interns' }], next: null }) })
  await visit('/exports')
  await screen.findByText('interns 2024')
  const found = await findRow()
  const cells = found.getAllByRole('cell').map(({ textContent }) => textContent)
  expect([cells[3], cells[6]]).toEqual(['–', '–'])
  expect(found.getByText('b'.repeat(64))).toBeDefined()
  expect(found.queryByText(/^Columns:/)).toBeNull()
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(100)
})

test('beyond the oldest export the register says so', async () => {
  api.answer({ staffExports: list() })
  await visit(`/exports?after=${older}`)
  await screen.findByText('There are no older exports.')
  expect(screen.queryByRole('list', { name: 'Lists that you can export' })).toBeNull()
})
