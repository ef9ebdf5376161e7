// One final outcome is recorded for many applications, and another person confirms what was recorded.
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildApplicationRow, emptyHome } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
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
const selection = {
  id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c50',
  count: 2,
  expiresAt: '2024-03-05T09:00:00.000Z',
}

beforeEach(() => {
  api.signInAs({ roles: ['chair'] })
  api.answer({
    staffApplications: {
      rows: [buildApplicationRow(), buildApplicationRow({ number: 'APP-2' })],
      next: null,
      count: { value: 2, more: false },
    },
    staffPosts: { posts: [] },
    staffStages: { stages: [] },
    createSelection: selection,
  })
})

/** From Home, which counts what waits. */
async function chooseBoth() {
  api.answer({
    staffCounts: emptyHome,
    nextReview: { number: null, following: null, progress: { done: 0, total: 0, more: false } },
  })
  await visit('/')
  await followMenu('Applications')
  await screen.findByRole('table')
  for (const number of ['APP-1', 'APP-2']) await user.click(screen.getByRole('checkbox', { name: `Choose ${number}` }))
}

test('the chosen are selected until a date, and who was left out is said with why', async () => {
  await chooseBoth()
  await click('Record an outcome')
  const dialog = await findDialog('Record a final outcome')
  await dialog.findByText(/^For 2 applications\./)
  expect(dialog.queryByText('Something went wrong. Please try again.')).toBeNull()
  expect(api.requests('createSelection')).toEqual([
    { body: { of: 'applications', filter: { exercise: 2024, numbers: ['APP-1', 'APP-2'] } } },
  ])
  await fill('The offers can be answered until', '2024-04-05T17:00', dialog)
  api.answer({ recordOutcomes: refuseFields('outcome') })
  await click('Record', dialog)
  await expectRefused('outcome')
  const readOld = watchOldData()
  api.answer({ recordOutcomes: { done: 1, leftOut: [{ number: 'APP-2', why: 'no_vacancy' }] } })
  await click('Record', dialog)
  await dialog.findByText('1 outcome recorded. Another person must confirm.')
  expect(dialog.queryByRole('button', { name: 'Record' })).toBeNull()
  expect(dialog.getByText(/taken by an offer, or by somebody who is selected\. APP-2$/)).toBeDefined()
  expect(readOld()).toEqual(['final-outcome', 'counts'])
  expect(api.requests('recordOutcomes').at(-1)).toEqual({
    body: { selection: selection.id, outcome: 'selected', until: '2024-04-05T17:00:00+01:00' },
  })
  await click('Close', dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
  await expectReadAgain(api, 'Home', 'staffCounts')
})

test('who is unsuccessful has no date, and a reserve is not recorded for many', async () => {
  await chooseBoth()
  await click('Record an outcome')
  const dialog = await findDialog('Record a final outcome')
  const outcome = await dialog.findByLabelText<HTMLSelectElement>('Outcome')
  expect([...outcome.options].map(({ text }) => text)).toEqual(['Choose…', 'Selected', 'Unsuccessful'])
  await user.selectOptions(outcome, 'Unsuccessful')
  expect(dialog.queryByLabelText('The offers can be answered until')).toBeNull()
  api.answer({ recordOutcomes: { done: 2, leftOut: [] } })
  await click('Record', dialog)
  await dialog.findByText('2 outcomes recorded. Another person must confirm.')
  expect(api.requests('recordOutcomes')).toEqual([{ body: { selection: selection.id, outcome: 'unsuccessful' } }])
})

test.each([
  ['Record an outcome', 'Record a final outcome', 'Record', 'recordOutcomes'],
  ['Confirm outcomes', 'Confirm final outcomes', 'Confirm', 'confirmOutcomes'],
] as const)('%s: who cancels what was sent is told that it may be done', async (open, title, submit, call) => {
  const sending = Promise.withResolvers<{ done: number; leftOut: [] }>()
  api.answer({ [call]: () => sending.promise })
  await chooseBoth()
  await click(open)
  const dialog = await findDialog(title)
  await user.selectOptions(await dialog.findByLabelText('Outcome'), 'unsuccessful')
  await click(submit, dialog)
  await click('Cancel', dialog)
  await findToast('It was sent before you cancelled, and may be done all the same.')
  expect(screen.queryByRole('dialog')).toBeNull()
  sending.resolve({ done: 2, leftOut: [] })
})

test('a date that is refused is named at its field', async () => {
  const errors = [{ path: 'until', message: 'Choose a moment in the future.' }]
  api.answer({ recordOutcomes: refuse('invalid_request', { errors }) })
  await chooseBoth()
  await click('Record an outcome')
  const dialog = await findDialog('Record a final outcome')
  await fill('The offers can be answered until', '2020-04-05T17:00', dialog)
  await click('Record', dialog)
  await dialog.findByText('Choose a moment in the future.')
})

test('another person confirms the one that they name; the own ones are left out', async () => {
  await chooseBoth()
  await click('Confirm outcomes')
  const dialog = await findDialog('Confirm final outcomes')
  await dialog.findByText(
    /^Of 2 applications, those for which another person has recorded this outcome are confirmed\./,
  )
  await user.selectOptions(dialog.getByLabelText('Outcome'), 'Reserve list')
  const leftOut = [
    { number: 'APP-2', why: 'own_record' },
    { number: 'APP-3', why: 'no_vacancy' },
    { number: 'APP-4', why: 'own_record' },
  ] as const
  api.answer({ confirmOutcomes: refuseFields('outcome') })
  await click('Confirm', dialog)
  await expectRefused('outcome')
  api.answer({ confirmOutcomes: { done: 1, leftOut: [...leftOut] } })
  await click('Confirm', dialog)
  await dialog.findByText('1 outcome confirmed. Applicants see them once they are published.')
  expect(dialog.getByText(/^It was recorded by you, .* APP-2, APP-4$/)).toBeDefined()
  expect(dialog.getByText(/ APP-3$/)).toBeDefined()
  // The sentence, and a line for each reason.
  expect(dialog.getByText(/ APP-3$/).parentElement?.children).toHaveLength(3)
  expect(api.requests('confirmOutcomes').at(-1)).toEqual({ body: { selection: selection.id, outcome: 'reserve' } })
})

test('who does not decide on offers is offered neither', async () => {
  api.signInAs({ roles: ['exam'] })
  await chooseBoth()
  for (const name of ['Record an outcome', 'Confirm outcomes'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('what cannot be selected has no form, and is left', async () => {
  api.answer({ createSelection: refuse('selection_empty') })
  await chooseBoth()
  await click('Record an outcome')
  const dialog = await findDialog('Record a final outcome')
  await dialog.findByText('No application matches, so there is nothing to select.')
  expect(dialog.queryByText('Counting the applications…')).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Record' })).toBeNull()
  await click('Close', dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
})
