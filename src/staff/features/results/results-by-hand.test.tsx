// One person enters a result by hand, and another confirms it.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { WaitingResult } from '#shared/api/staff/results.ts'
import { buildResult } from '#tests/support/fixtures/interviews.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  busyServer,
  click,
  expectRefused,
  fill,
  findDialog,
  findToast,
  refuseFields,
  setUpStaffApi,
  visit,
  waitForNoDialog,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
const entered = {
  score: 61.5,
  maximum: 100,
  remark: null,
  isOfPanel: false,
  by: 'Ngozi Uba',
  at: '2024-11-20T09:00:00.000Z',
}
const waiting: WaitingResult = {
  ...entered,
  number: 'APP-2024-000007',
  name: 'Sule Amaka',
  kind: 'cbt',
  version: 3,
  replaces: { score: 50, maximum: 100 },
  obstacle: null,
  isOwn: false,
  isSecondPerson: true,
}
const noResults = { rows: [], next: null, count: { value: 0, more: false } }

test('a result is entered for the application that was found, at the version that was seen', async () => {
  api.signInAs({ roles: ['exam'] })
  const newest = { ...entered, score: 50, confirmedBy: null, isPublished: true }
  const found = buildResult({ kind: 'cbt', version: 2, newest })
  const earlier = buildResult({ kind: 'cbt', version: 1, newest: { ...newest, score: 45 } })
  api.answer({ staffResults: noResults, waitingResults: { results: [] }, applicantResult: earlier })
  await visit('/results')
  const findApplication = async () => {
    await click('Enter a result…')
    const first = await findDialog('Enter a result')
    await fill('Application number', ' app-2024-000007 ', first)
    await click('Continue', first)
    return findDialog('CBT result of Sule Amaka')
  }
  const before = await findApplication()
  expect(before.getByText('APP-2024-000007. The result now is 45 of 100.')).toBeDefined()
  expect(api.requests('applicantResult')[0]?.params).toEqual({ number: 'APP-2024-000007' })
  await click('Cancel', before)
  api.answer({ applicantResult: found })
  const dialog = await findApplication()
  expect(dialog.getByText('APP-2024-000007. The result now is 50 of 100.')).toBeDefined()
  await fill('Score', '61,5', dialog)
  await fill('Remark for the applicant (optional)', 'Marked again.', dialog)
  for (const path of ['score', 'maximum', 'remark']) {
    api.answer({ enterResult: refuseFields(path) })
    await click('Enter', dialog)
    await expectRefused(path)
  }
  const readOld = watchOldData()
  api.answer({ enterResult: buildResult({ kind: 'cbt', version: 3, waiting: { ...entered, isOwn: true } }) })
  api.answer({ waitingResults: { results: [{ ...waiting, isSecondPerson: false }] } })
  await click('Enter', dialog)
  await findToast('Entered. Another person must confirm it.')
  await waitForNoDialog()
  expect(readOld()).toEqual(['results', 'result', 'counts'])
  expect(api.requests('enterResult').at(-1)).toEqual({
    params: { number: 'APP-2024-000007' },
    body: { kind: 'cbt', version: 2, score: 61.5, maximum: 100, remark: 'Marked again.' },
  })
  await screen.findByRole('table', { name: 'Results that wait to be confirmed' })
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()
})

test.each(['number', 'kind'])('what is refused of the application (%s) is said at its field', async (field) => {
  api.signInAs({ roles: ['exam'] })
  api.answer({
    staffResults: noResults,
    waitingResults: { results: [] },
    applicantResult: refuseFields(field),
  })
  await visit('/results')
  await click('Enter a result…')
  const dialog = await findDialog('Enter a result')
  await fill('Application number', 'APP-2024-000007', dialog)
  await click('Continue', dialog)
  await expectRefused(field)
})

test('what changed meanwhile is shown before it is entered again', async () => {
  api.signInAs({ roles: ['exam'] })
  api.answer({
    staffResults: noResults,
    waitingResults: { results: [] },
  })
  await visit('/results')
  await click('Enter a result…')
  const first = await findDialog('Enter a result')
  await fill('Application number', 'APP-2024-000007', first)
  api.answer({ applicantResult: 'hang up' })
  await click('Continue', first)
  await first.findByText('The server did not answer. Check the connection and try again.')
  api.answer({ applicantResult: refuse('unavailable') })
  await click('Continue', first)
  await first.findByText(busyServer)
  api.answer({ applicantResult: buildResult({ kind: 'cbt' }) })
  await click('Continue', first)
  const dialog = await findDialog('CBT result of Sule Amaka')
  expect(dialog.queryByText('The applicant was absent.')).toBeNull()
  await fill('Score', ' ', dialog)
  api.answer({ enterResult: buildResult({ kind: 'cbt' }) })
  await click('Enter', dialog)
  await dialog.findByText('Enter a number.')
  await fill('Score', '61.5', dialog)
  api.answer({ enterResult: refuse('unavailable') })
  await click('Enter', dialog)
  await dialog.findByText(busyServer)
  expect(api.requests('applicantResult')).toHaveLength(3)
  api.answer({ enterResult: refuse('changed_meanwhile', {}), applicantResult: refuse('unavailable') })
  await click('Enter', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  await waitFor(() => expect(api.requests('applicantResult')).toHaveLength(4))
  api.answer({
    enterResult: refuse('changed_meanwhile', {}),
    applicantResult: buildResult({ kind: 'cbt', version: 1, waiting: { ...entered, isOwn: true } }),
  })
  await click('Enter', dialog)
  await dialog.findByText(/^61\.5 of 100 waits to be confirmed, entered by Ngozi Uba/)
  api.answer({ applicantResult: buildResult({ kind: 'cbt', version: 2, obstacle: 'absent' }) })
  await click('Enter', dialog)
  await dialog.findByText('The applicant was absent.')
})

test('another person confirms what waits', async () => {
  api.signInAs({ roles: ['registry'] })
  const own = { ...waiting, number: 'APP-2024-000008', isSecondPerson: false, replaces: null }
  api.answer({ staffResults: noResults, waitingResults: { results: [waiting, own] } })
  await visit('/results')
  const table = within(await screen.findByRole('table', { name: 'Results that wait to be confirmed' }))
  expect(table.getByText('50 of 100', { selector: 'tr:first-child *' })).toBeDefined()
  expect(table.getByText('–', { selector: 'tr:last-child *' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Enter a result…' })).toBeNull()
  api.answer({ confirmResult: buildResult({ kind: 'cbt', version: 4 }), waitingResults: { results: [own] } })
  const readOld = watchOldData()
  await click('Confirm the CBT result of APP-2024-000007')
  await findToast('Confirmed. The applicant sees it once it is published.')
  expect(readOld()).toEqual(['results', 'result', 'counts'])
  expect(api.requests('confirmResult')).toEqual([
    { params: { number: 'APP-2024-000007' }, body: { kind: 'cbt', version: 3 } },
  ])
})

test('a result that somebody else has confirmed meanwhile waits no more', async () => {
  api.signInAs({ roles: ['registry'] })
  api.answer({
    staffResults: noResults,
    waitingResults: { results: [waiting] },
    confirmResult: refuse('changed_meanwhile', {}),
  })
  await visit('/results')
  await screen.findByRole('table', { name: 'Results that wait to be confirmed' })
  api.answer({ waitingResults: { results: [] } })
  await click('Confirm the CBT result of APP-2024-000007')
  await screen.findByText(/^No result waits to be confirmed\./)
})

test('who only reads results confirms none of others and takes none back, also none of the own', async () => {
  api.signInAs({ permissions: ['result:read'] })
  const own = { ...waiting, number: 'APP-2024-000008', isOwn: true, isSecondPerson: false }
  api.answer({ staffResults: noResults, waitingResults: { results: [waiting, own] } })
  await visit('/results')
  await screen.findByRole('table', { name: 'Results that wait to be confirmed' })
  expect(screen.queryByRole('button', { name: /^(?:Take back|Confirm|Enter)/ })).toBeNull()
  expect(screen.getAllByText('Another person confirms it')).toHaveLength(1)
})

test('in an archived exercise no result is confirmed, taken back or imported', async () => {
  const archived = { year: 2024, title: 'Recruitment', isCurrent: true, isArchived: true }
  api.signInAs({ roles: ['exam', 'registry'], exercises: [archived] })
  const own = { ...waiting, number: 'APP-2024-000008', isOwn: true, isSecondPerson: false }
  api.answer({ staffResults: noResults, waitingResults: { results: [waiting, own] } })
  await visit('/results')
  await screen.findByRole('table', { name: 'Results that wait to be confirmed' })
  expect(screen.queryByRole('button', { name: /^(?:Take back|Confirm|Enter)/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Import results' })).toBeNull()
})

test('in an archived exercise no result is entered; the list stays hidden until it is known what waits', async () => {
  const archived = { year: 2024, title: 'Recruitment', isCurrent: true, isArchived: true }
  api.signInAs({ roles: ['exam'], exercises: [archived] })
  const held = Promise.withResolvers<void>()
  api.answer({ staffResults: noResults, waitingResults: () => held.promise.then(() => ({ results: [] })) })
  await visit('/results')
  // What stands below would move.
  const list = await screen.findByText(/^There is no result yet/)
  expect(list.closest('[data-pending]')).not.toBeNull()
  held.resolve()
  await screen.findByText('No result waits to be confirmed.')
  expect(list.closest('[data-pending]')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Enter a result…' })).toBeNull()
})

test('the own entry is taken back; what cannot be confirmed any more says why, and nobody is asked to', async () => {
  api.signInAs({ roles: ['exam', 'registry'] })
  const own = { ...waiting, isOwn: true, isSecondPerson: false }
  const absent = { ...waiting, number: 'APP-2024-000008', obstacle: 'absent' as const }
  api.answer({ staffResults: noResults, waitingResults: { results: [own, absent] } })
  await visit('/results')
  await screen.findByText('The applicant was absent. It cannot be confirmed.')
  // Only whose entry it is takes it back.
  expect(screen.getAllByRole('button', { name: /^Take back/ })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()
  api.answer({ takeBackResult: buildResult({ kind: 'cbt', version: 4 }), waitingResults: { results: [] } })
  await click('Take back the CBT result of APP-2024-000007')
  await findToast('Your entry is taken back.')
  expect(api.requests('takeBackResult')).toEqual([
    { params: { number: 'APP-2024-000007' }, body: { kind: 'cbt', version: 3 } },
  ])
  await screen.findByText(/^No result waits to be confirmed\./)
})
