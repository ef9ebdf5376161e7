// The sentences from which people choose: read, worded anew, and their versions.
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { completeExerciseTexts, defaultExerciseTexts } from '#shared/staff/exercise-texts.ts'
import { buildExercise, type MeOptions } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  comeBackLater,
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
const code = 'identity_differs'
const sentence = 'Your details do not agree with your identity record.'
const changed = {
  kind: 'reason' as const,
  code,
  version: 2,
  title: 'Identity',
  text: 'Your identity record says something else.',
  isOffered: false,
}

beforeEach(() => {
  api.signInAs({ roles: ['registry'] })
  api.answer({
    staffExercise: buildExercise(),
    exerciseTexts: { texts: [...defaultExerciseTexts] },
    exerciseTextHistory: { versions: [] },
  })
})
const visitTexts = () => visit('/settings/reasons')
const findCard = async (name: string) => within(await screen.findByRole('region', { name }))

test('the menu of settings leads to reasons, replies and categories as they are said now', async () => {
  await visit('/settings/posts')
  await user.click(await screen.findByRole('link', { name: 'Reasons and replies' }))
  const reasons = await findCard('Reasons for rejection')
  expect(reasons.getByText(sentence).closest('li')?.textContent).toBe(`Identity${sentence}Edit`)
  expect((await findCard('Prepared replies')).getByText('How to get a new password')).toBeDefined()
  expect((await findCard('Complaint categories')).getByText('Payment')).toBeDefined()
})

test.each(['title', 'text'])('what is refused of the %s of a sentence is said at its field', async (path) => {
  await visitTexts()
  await click(`Edit ${sentence}`)
  const dialog = await findDialog('Edit the text')
  api.answer({ changeExerciseText: refuseFields(path) })
  await click('Save', dialog)
  await expectRefused(path)
})

test('a sentence is worded anew; of a colleague who was faster the version is shown, and replaced', async () => {
  const newest = { ...changed, version: 1, isOffered: true }
  await visitTexts()
  await click(`Edit ${sentence}`)
  const dialog = await findDialog('Edit the text')
  api.answer({
    changeExerciseText: refuse('changed_meanwhile'),
    exerciseTexts: { texts: completeExerciseTexts([newest]) },
    exerciseTextHistory: { versions: [{ ...newest, madeBy: 'Musa Danladi', at: '2024-03-04T09:00:00.000Z' }] },
  })
  await fill('Sentence', 'Your NIN names somebody else.', dialog)
  // Read again by itself, too, which the person may not have seen.
  await comeBackLater()
  await click('Save', dialog)
  await dialog.findByText('Someone else changed this. Check the new version and try again.')
  expect(api.requests('changeExerciseText').at(-1)).toMatchObject({ body: { version: 0 } })
  await dialog.findByText(`Identity: ${changed.text}`)
  api.answer({ changeExerciseText: changed })
  await user.click(dialog.getByLabelText('Offered to the staff'))
  const readOld = watchOldData()
  await click('Save', dialog)
  await findToast('Saved. What was recorded before keeps its words.')
  expect(readOld()).toEqual(['exercise-texts'])
  expect(api.requests('changeExerciseText').at(-1)).toEqual({
    params: { year: '2024' },
    body: {
      kind: 'reason',
      code,
      title: 'Identity',
      text: 'Your NIN names somebody else.',
      isOffered: false,
      version: 1,
    },
  })
})

test('a changed text says its version, and its history says who said what', async () => {
  const first = { ...changed, version: 1, text: 'Your record differs.', isOffered: true }
  const by = { madeBy: 'Musa Danladi', at: '2024-03-04T09:00:00.000Z' }
  api.answer({
    exerciseTexts: { texts: completeExerciseTexts([first, changed]) },
    exerciseTextHistory: {
      versions: [
        { ...changed, ...by },
        { ...first, ...by },
        // All versions of all texts are read at once.
        { ...first, code: 'another', ...by },
      ],
    },
  })
  await visitTexts()
  const reasons = await findCard('Reasons for rejection')
  expect(reasons.getByText(changed.text).closest('li')?.textContent).toContain('Not offered, Version 2')
  await click(`Edit ${changed.text}`)
  const dialog = await findDialog('Edit the text')
  const versions = within(await dialog.findByRole('table', { name: 'Versions' }))
  expect(versions.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'VersionTextBy',
    `2Identity: ${changed.text} (not offered)Musa Danladi, 4 March 2024, 10:00 am`,
    `1Identity: ${first.text}Musa Danladi, 4 March 2024, 10:00 am`,
    `0Identity: ${sentence}As it came with the program`,
  ])
})

test('versions that cannot be read are not taken for none', async () => {
  api.answer({ exerciseTexts: { texts: completeExerciseTexts([changed]) }, exerciseTextHistory: refuse('unavailable') })
  await visitTexts()
  await click(`Edit ${changed.text}`)
  const dialog = await findDialog('Edit the text')
  await dialog.findByText('The versions could not be loaded')
  expect(dialog.queryByRole('table', { name: 'Versions' })).toBeNull()
  api.answer({ exerciseTextHistory: { versions: [] } })
  await click('Try again', dialog)
  await dialog.findByRole('table', { name: 'Versions' })
})

test('a category and a reason of the same code keep their own words and versions', async () => {
  const category = {
    ...changed,
    kind: 'category' as const,
    code: 'other',
    version: 1,
    title: 'Anything else',
    text: '',
  }
  const reason = { ...changed, code: 'other' }
  const by = { madeBy: 'Musa Danladi', at: '2024-03-04T09:00:00.000Z' }
  api.answer({
    exerciseTexts: { texts: completeExerciseTexts([reason, category]) },
    exerciseTextHistory: {
      versions: [
        { ...category, ...by },
        { ...reason, ...by },
      ],
    },
  })
  await visitTexts()
  await findCard('Complaint categories')
  await click('Edit Anything else')
  const versions = within(await (await findDialog('Edit the text')).findByRole('table', { name: 'Versions' }))
  expect(versions.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'VersionTextBy',
    '1Anything else (not offered)Musa Danladi, 4 March 2024, 10:00 am',
    '0OtherAs it came with the program',
  ])
})

test('a prepared reply is added', async () => {
  await visitTexts()
  await click('Add a reply')
  const dialog = await findDialog('Add a reply')
  await fill('Name', 'Opening hours', dialog)
  api.answer({ changeExerciseText: { ...changed, kind: 'reply', code: 'new' } })
  await fill('Text', 'We are open from 9 to 4.', dialog)
  await click('Save', dialog)
  await findToast('Saved. What was recorded before keeps its words.')
  const { body } = api.requests('changeExerciseText').at(-1) ?? {}
  expect(body).toEqual({
    kind: 'reply',
    title: 'Opening hours',
    text: 'We are open from 9 to 4.',
    isOffered: true,
    version: 0,
  })
})

test.each<[string, MeOptions, boolean]>([
  ['in an archived exercise', {}, true],
  ['by whom settings are only read', { permissions: ['settings:read'] }, false],
])('%s they are only read', async (_, me, isArchived) => {
  api.signInAs(me)
  api.answer({ staffExercise: buildExercise({ isArchived }) })
  await visitTexts()
  await findCard('Reasons for rejection')
  expect(screen.queryByRole('button', { name: /^(Edit|Add)/ })).toBeNull()
})

test('a category has a name alone; a text of the own exercise has no version that came with the program', async () => {
  const own = {
    kind: 'reply' as const,
    code: 'hours',
    version: 1,
    title: 'Opening hours',
    text: 'Nine.',
    isOffered: true,
  }
  api.answer({
    exerciseTexts: { texts: completeExerciseTexts([own]) },
    exerciseTextHistory: { versions: [{ ...own, madeBy: 'Musa Danladi', at: '2024-03-04T09:00:00.000Z' }] },
  })
  await visitTexts()
  await findCard('Complaint categories')
  await click('Edit Payment')
  const category = await findDialog('Edit the text')
  expect(category.getAllByRole('textbox')).toEqual([category.getByLabelText('Name')])
  expect(category.queryByRole('table')).toBeNull()
  api.answer({ changeExerciseText: refuse('unavailable') })
  const reads = api.requests('exerciseTexts').length
  await click('Save', category)
  await category.findByText('The service is busy or being restored. Please try again in a moment.')
  await click('Cancel', category)
  await waitForNoDialog()
  expect(api.requests('exerciseTexts')).toHaveLength(reads + 1)
  await click('Edit Nine.')
  const dialog = await findDialog('Edit the text')
  const versions = within(await dialog.findByRole('table', { name: 'Versions' }))
  expect(versions.getAllByRole('row')).toHaveLength(2)
  expect(versions.queryByText('As it came with the program')).toBeNull()
})
