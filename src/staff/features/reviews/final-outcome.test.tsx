// What becomes of a shortlisted application: one person records it, another confirms it, an ended offer names the next.
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FinalOutcomeDetails } from '#shared/api/staff/offers.ts'
import { buildResult } from '#tests/support/fixtures/interviews.ts'
import { buildCase } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  expectRefused,
  fill,
  findDialog,
  findToast,
  refuseFields,
  setUpStaffApi,
  user,
  visit,
  waitForNoDialog,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
const at = '2024-03-05T09:00:00.000Z'

const none: FinalOutcomeDetails = {
  number: 'APP-1',
  version: 0,
  isArchived: false,
  obstacle: null,
  isConfirmed: false,
  isSecondPerson: true,
  post: { role: 'Lecturer II', school: 'Technology', department: null, vacancies: 3, taken: 1 },
  records: [],
  offer: null,
  next: null,
}

const selected: FinalOutcomeDetails['records'][number] = {
  id: '7f6de1c2-6a0e-4f0e-9a58-0c1f2d3e4b55',
  outcome: 'selected',
  rank: null,
  until: '2024-04-05T16:00:00.000Z',
  recordedBy: 'Ngozi Eze',
  recordedAt: at,
  confirmedBy: null,
  confirmedAt: null,
  isPublished: false,
  isNewest: true,
}

beforeEach(() => {
  api.signInAs({ roles: ['chair'] })
  api.answer({
    renewViewing: { viewers: [], version: 1, until: at },
    endViewing: {},
    staffApplication: buildCase({ published: { outcome: 'verified', reasons: [] } }),
    applicantResult: buildResult(),
  })
})

test('the results of a shortlisted application stand on its page, and another person confirms them there', async () => {
  const entered = { score: 61.5, maximum: 100, remark: null, isOfPanel: false, isOwn: false, by: 'Ngozi Uba', at }
  api.answer({ finalOutcome: none, applicantResult: buildResult({ number: 'APP-1', version: 1, waiting: entered }) })
  await visit('/applications/APP-1')
  await screen.findByRole('region', { name: 'CBT result' })
  const card = within(await screen.findByRole('region', { name: 'Interview result' }))
  expect((await card.findByText('61.5 of 100')).previousSibling?.textContent).toBe('Waits to be confirmed')
  const confirmed = { ...entered, confirmedBy: 'Ibrahim Musa', isPublished: false }
  const result = buildResult({ number: 'APP-1', version: 2, newest: confirmed })
  const readOld = watchOldData()
  api.answer({ confirmResult: result, applicantResult: result })
  await click('Confirm the result', card)
  await card.findByText('Ibrahim Musa')
  expect(readOld()).toEqual(['result', 'results', 'counts'])
  expect(api.requests('confirmResult')).toEqual([
    { params: { number: 'APP-1' }, body: { kind: 'interview', version: 1 } },
  ])
})

test('what stands against a result is said, and nobody is asked to confirm it', async () => {
  const entered = { score: 61.5, maximum: 100, remark: null, isOfPanel: false, by: 'Ngozi Uba', at }
  const result = buildResult({
    obstacle: 'absent',
    newest: { ...entered, confirmedBy: null, isPublished: true },
    waiting: { ...entered, isOwn: false },
  })
  api.answer({ finalOutcome: none, applicantResult: result })
  await visit('/applications/APP-1')
  const card = within(await screen.findByRole('region', { name: 'Interview result' }))
  await card.findByText('The applicant was absent.')
  expect(card.getByText('Yes: the applicant sees it')).toBeDefined()
  expect(card.queryByText('Confirmed by')).toBeNull()
  expect(card.queryByRole('button')).toBeNull()
})

test.each([
  ['reserve', { outcome: 'reserve', rank: 2, until: null }, /^Reserve list, rank 2/],
  ['unsuccessful', { outcome: 'unsuccessful', rank: null, until: null }, /^Unsuccessful$/],
] as const)(
  'an outcome “%s” says what belongs to it, also without vacancies in the settings',
  async (_, record, text) => {
    const post = { ...none.post, vacancies: null }
    api.answer({ finalOutcome: { ...none, post, version: 1, records: [{ ...selected, ...record }] } })
    await visit('/applications/APP-1')
    await screen.findByText(text)
    expect(screen.getByText('Not in the settings')).toBeDefined()
  },
)

test('an outcome is recorded with what it needs, and waits for another person', async () => {
  api.answer({ finalOutcome: none })
  await visit('/applications/APP-1')
  await screen.findByText('None is recorded yet')
  expect(screen.getByText('3 vacancies, 1 taken')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Confirm the outcome' })).toBeNull()
  await click('Record an outcome…')
  const dialog = await findDialog('Final outcome of APP-1')
  await user.selectOptions(dialog.getByLabelText('Outcome'), 'Reserve list')
  expect(dialog.queryByLabelText('The offer can be answered until')).toBeNull()
  api.answer({ recordOutcome: none })
  await fill('Rank on the reserve list', ' ', dialog)
  await click('Record', dialog)
  await dialog.findByText('Enter the rank on the reserve list as a whole number.')
  await fill('Rank on the reserve list', '2', dialog)
  api.answer({ recordOutcome: refuse('outcome_refused', { message: 'Another applicant has this rank.' }) })
  await click('Record', dialog)
  await dialog.findByText('Another applicant has this rank.')
  expect(api.requests('recordOutcome').map(({ body }) => body)).toEqual([
    { outcome: 'reserve', version: 0 },
    { outcome: 'reserve', rank: 2, version: 0 },
  ])
  await user.selectOptions(dialog.getByLabelText('Outcome'), 'Selected')
  await fill('The offer can be answered until', '2024-04-05T17:00', dialog)
  const recorded = { ...none, version: 1, isSecondPerson: false, records: [selected] }
  // Also where it cannot be read again.
  api.answer({ recordOutcome: recorded, finalOutcome: refuse('unavailable') })
  await click('Record', dialog)
  await findToast('Recorded. Another person must confirm it.')
  await waitForNoDialog()
  await screen.findByText('Waits for another person to confirm it')
  expect(screen.queryByRole('button', { name: 'Confirm the outcome' })).toBeNull()
  expect(api.requests('recordOutcome').at(-1)?.body).toMatchObject({ outcome: 'selected', version: 0 })
})

test.each(['outcome', 'until'])('what is refused of an outcome (%s) is said at its field', async (field) => {
  api.answer({
    finalOutcome: none,
    recordOutcome: refuseFields(field),
  })
  await visit('/applications/APP-1')
  await click('Record an outcome…')
  const dialog = await findDialog('Final outcome of APP-1')
  await fill('The offer can be answered until', '2024-04-05T17:00', dialog)
  await click('Record', dialog)
  await expectRefused(field)
})

test('another person confirms what was recorded last', async () => {
  const earlier = { ...selected, id: selected.id.replace('7', '8'), outcome: 'unsuccessful' as const, isNewest: false }
  api.answer({ finalOutcome: { ...none, version: 1, records: [selected, { ...earlier, until: null }] } })
  await visit('/applications/APP-1')
  const confirmed = { ...selected, confirmedBy: 'Ibrahim Musa', confirmedAt: at }
  const details = { ...none, version: 2, isConfirmed: true, records: [confirmed] }
  await screen.findByText('Selected, to answer until 5 April 2024, 5:00 pm')
  expect(screen.getAllByText(/^Earlier: /).map(({ textContent }) => textContent)).toEqual(['Earlier: Unsuccessful'])
  // Also where it cannot be read again.
  api.answer({ confirmOutcome: details, finalOutcome: refuse('unavailable') })
  await click('Confirm the outcome')
  await screen.findByText('Confirmed. The applicant sees it once it is published')
  expect(screen.queryByRole('button', { name: 'Confirm the outcome' })).toBeNull()
  expect(api.requests('confirmOutcome')).toEqual([{ params: { number: 'APP-1' }, body: { version: 1 } }])
})

test('an outcome that somebody else has confirmed meanwhile is read again', async () => {
  api.answer({
    finalOutcome: { ...none, version: 1, records: [selected] },
    confirmOutcome: refuse('changed_meanwhile'),
  })
  await visit('/applications/APP-1')
  await screen.findByRole('button', { name: 'Confirm the outcome' })
  const confirmed = { ...selected, confirmedBy: 'Ibrahim Musa', confirmedAt: at }
  api.answer({ finalOutcome: { ...none, version: 2, isConfirmed: true, records: [confirmed] } })
  await click('Confirm the outcome')
  await screen.findByText('Confirmed. The applicant sees it once it is published')
})

test('an offer that has ended names the next of the reserve list, who is selected from there', async () => {
  const published = { ...selected, confirmedBy: 'Ibrahim Musa', confirmedAt: at, isPublished: true }
  api.answer({
    finalOutcome: {
      ...none,
      version: 2,
      isConfirmed: true,
      obstacle: 'no_vacancy',
      records: [published],
      offer: { state: 'declined', until: '2024-04-05T16:00:00.000Z', offeredAt: at, settledAt: at },
      next: { number: 'APP-9', name: 'Sule Amaka', rank: 1, version: 4 },
    },
  })
  await visit('/applications/APP-1')
  expect((await screen.findByRole('link', { name: 'Sule Amaka, rank 1' })).getAttribute('href')).toBe(
    '/staff/applications/APP-9',
  )
  expect(screen.getByText(/^Declined 5 March 2024/)).toBeDefined()
  expect(screen.getByText('Published: the applicant sees it')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Record an outcome…' })).toBeNull()
  await click('Select Sule Amaka…')
  const dialog = await findDialog('Final outcome of Sule Amaka')
  await fill('The offer can be answered until', '2024-05-05T17:00', dialog)
  api.answer({ recordOutcome: { ...none, number: 'APP-9', version: 5 } })
  await click('Record', dialog)
  await findToast('Recorded. Another person must confirm it.')
  expect(api.requests('recordOutcome')).toMatchObject([{ params: { number: 'APP-9' }, body: { version: 4 } }])
})

test.each([
  ['a reviewer', 'reviewer', { outcome: 'verified', reasons: [] }],
  ['an application that is not on the published shortlist', 'chair', null],
] as const)('%s: there is no result and no final outcome to read', async (_, role, published) => {
  api.signInAs({ roles: [role] })
  api.answer({ staffApplication: buildCase({ published: published && { ...published, reasons: [] } }) })
  await visit('/applications/APP-1')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText('Final outcome')).toBeNull()
  expect(screen.queryByText('Interview result')).toBeNull()
})

test('in an archived exercise nobody records or confirms an outcome', async () => {
  const offer = { state: 'lapsed' as const, until: '2024-04-05T16:00:00.000Z', offeredAt: at, settledAt: null }
  api.answer({ finalOutcome: { ...none, isArchived: true, records: [selected], offer } })
  await visit('/applications/APP-1')
  await screen.findByText('Waits for another person to confirm it')
  // It was not answered until then.
  expect(screen.getByText(/^Lapsed 5 April 2024/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /outcome/ })).toBeNull()
})

test('who only reads is offered nothing', async () => {
  api.signInAs({ roles: ['auditor'] })
  const { may } = buildCase()
  api.answer({
    staffApplication: buildCase({
      published: { outcome: 'verified', reasons: [] },
      may: { ...may, review: false, decide: false },
    }),
  })
  api.answer({ finalOutcome: { ...none, records: [selected] } })
  await visit('/applications/APP-1')
  await screen.findByText('Waits for another person to confirm it')
  expect(screen.queryByRole('button', { name: /outcome/ })).toBeNull()
})

test('an outcome that somebody else has recorded meanwhile is said, and what they recorded is read', async () => {
  api.answer({ finalOutcome: none })
  await visit('/applications/APP-1')
  await click('Record an outcome…')
  const dialog = await findDialog('Final outcome of APP-1')
  await fill('The offer can be answered until', '2024-04-05T17:00', dialog)
  api.answer({ recordOutcome: refuse('unavailable') })
  await click('Record', dialog)
  await dialog.findByText('The service is busy or being restored. Please try again in a moment.')
  expect(screen.queryByText('Waits for another person to confirm it')).toBeNull()
  api.answer({
    recordOutcome: refuse('changed_meanwhile'),
    finalOutcome: { ...none, version: 1, records: [selected] },
  })
  await click('Record', dialog)
  await screen.findByText('Waits for another person to confirm it')
  // Once that is in sight, it can be replaced.
  api.answer({ recordOutcome: { ...none, version: 2 } })
  await click('Record', dialog)
  await findToast('Recorded. Another person must confirm it.')
  expect(api.requests('recordOutcome').slice(-2)).toMatchObject([{ body: { version: 0 } }, { body: { version: 1 } }])
})
