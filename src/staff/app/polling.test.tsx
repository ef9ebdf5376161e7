// Pages ask again by themselves while the server is at work on what they show, and no longer.
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { runAfterQuiet } from '#kit/http/activity.ts'
import type { StaffCallName } from '#shared/api/staff/calls.ts'
import { buildExport, buildImport, buildPublication } from '#tests/support/fixtures/staff-replies.ts'
import type { StaffScript } from '#tests/support/ui/scripted-staff-api.ts'
import { setUpStaffApi, visit } from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
const quiet = () => act(() => new Promise<void>((resolve) => runAfterQuiet(0, resolve)))
const beQuietFor = async (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms))
  await quiet()
}

const answerPublication = (counts: Parameters<typeof buildPublication>[0]) => ({
  staffPublication: buildPublication({ state: 'published', ...counts }),
  publicationItems: { rows: [], next: null },
})
const importPath = `/imports/${buildImport().id}`
const exportsOf = (more: Parameters<typeof buildExport>[0]) => ({
  staffExports: { rows: [buildExport(more)], next: null },
})

const publicationPath = `/publications/${buildPublication().id}`

test.each<[string, boolean, string, StaffCallName, StaffScript]>([
  ['a list that is applied', true, importPath, 'staffImport', { staffImport: buildImport({ state: 'applying' }) }],
  ['a checked list', false, importPath, 'staffImport', { staffImport: buildImport() }],
  [
    'a page of lists of which one is applied',
    true,
    '/imports',
    'staffImports',
    { staffImports: { rows: [buildImport({ state: 'applying' })] } },
  ],
  ['a page of checked lists', false, '/imports', 'staffImports', { staffImports: { rows: [buildImport()] } }],
  ['an export that waits', true, '/exports', 'staffExports', exportsOf({ state: 'waiting' })],
  ['an export that is made', true, '/exports', 'staffExports', exportsOf({ state: 'making' })],
  ['an export that failed', false, '/exports', 'staffExports', exportsOf({ state: 'failed' })],
  [
    'a publication whose emails are on their way',
    true,
    publicationPath,
    'staffPublication',
    answerPublication({ counts: { done: 3, emailsSent: 1, emailsFailed: 1 } }),
  ],
  [
    'a publication whose emails are handled',
    false,
    publicationPath,
    'staffPublication',
    answerPublication({ counts: { done: 3, emailsSent: 1, emailsFailed: 1, emailsWithdrawn: 1 } }),
  ],
  [
    'a publication that is approved for later',
    false,
    publicationPath,
    'staffPublication',
    answerPublication({ state: 'approved', publishAt: '2099-12-01T08:00:00.000Z' }),
  ],
  [
    'a publication whose moment has come',
    true,
    publicationPath,
    'staffPublication',
    answerPublication({ state: 'approved', publishAt: '2020-12-01T08:00:00.000Z' }),
  ],
  ['a draft', false, publicationPath, 'staffPublication', answerPublication({ state: 'draft' })],
])('%s is asked for again: %s', async (_, isPolled, path, call, answers) => {
  api.signInAs({ roles: ['registry'] })
  api.answer(answers)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { unmount } = await visit(path)
  await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull())
  await quiet()
  const before = api.requests(call).length
  await beQuietFor(2_000)
  expect(api.requests(call).length > before).toBe(isPolled)
  unmount()
  const after = api.requests(call).length
  await beQuietFor(10_000)
  expect(api.requests(call)).toHaveLength(after)
})
