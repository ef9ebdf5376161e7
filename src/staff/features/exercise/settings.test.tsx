// The settings of an exercise: typed, looked at with what they do, saved or proposed; and what waits for a second person.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ExerciseDetails, ExerciseEffect } from '#shared/api/staff/exercises.ts'
import { buildExercise, buildMe, type MeOptions } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  comeBackLater,
  expectRefused,
  fill,
  findAlert,
  findDialog,
  findFieldErrors,
  findToast,
  hitEscape,
  listBusyButtons,
  readAlert,
  refuseFields,
  setUpStaffApi,
  user,
  visit,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'
import { listChangedSettings, toChanges } from './settings.ts'

const api = setUpStaffApi()

const exercise = buildExercise()
const path = '/settings/exercise'
const effect = (text: string, more: Partial<ExerciseEffect> = {}): ExerciseEffect => ({
  kind: 'fee_changed',
  count: 2,
  text,
  refused: false,
  ...more,
})
const preview = { effects: [effect('The fee changes.')], secondPerson: true, unpaid: null }

beforeEach(() => {
  api.signInAs({ roles: ['admin'] })
  api.answer({ staffExercise: exercise, staffPosts: { posts: [] }, previewExercise: preview })
})

const readField = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const findReview = async () => within(await screen.findByRole('region', { name: 'Check the change' }))
const getRow = (name: RegExp | string, area: Pick<typeof screen, 'getByRole'> = screen) =>
  area.getByRole('row', { name })

async function typeAndReview(label = 'Application fee', text = '₦15,000.50') {
  await fill(label, text)
  await click('Review changes')
  return findReview()
}

test('a change is looked at first, with its settings and effects, then proposed to another person', async () => {
  let busy: string[] = []
  api.answer({
    previewExercise() {
      busy = listBusyButtons()
      return preview
    },
  })
  // From the menu.
  const page = await visit('/settings')
  const folded = (await screen.findByText('Vendor of the portal')).parentElement
  expect(folded?.textContent).toBe(`Vendor of the portal${exercise.settings.vendor.name}`)
  expect(screen.getByText('How to reach the registry').parentElement?.textContent).toContain('Not shown')
  for (const name of ['Waiting for a second person', 'Planned'])
    expect(screen.queryByRole('region', { name })).toBeNull()
  await fill('Title', 'Teaching staff recruitment')
  await fill('Deadline', '2031-11-30T23:59')
  await fill('Address of the registry (optional)', 'Registry\n12 College Road')
  const review = await typeAndReview()
  expect(busy).toEqual(['Review changes'])
  expect(getRow('Application fee ₦12,000.00 ₦15,000.50', review)).toBeDefined()
  expect(getRow('Address of the registry None Registry, 12 College Road', review)).toBeDefined()
  expect(review.getByText('The fee changes.')).toBeDefined()
  expect(review.getByText('A second person must approve this change. Nothing changes until then.')).toBeDefined()
  await waitFor(() => expect(document.activeElement?.firstElementChild?.tagName).toBe('SECTION'))
  api.answer({ changeExercise: { proposal: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c30' } })
  await click('Propose the change', review)
  await findToast('Proposed. Somebody else must approve it.')
  await screen.findByLabelText('Institution')
  const changes = {
    title: 'Teaching staff recruitment',
    deadline: '2031-11-30T23:59:00+01:00',
    fee: 15_000.5,
    contact: { address: 'Registry\n12 College Road', phone: null, hours: null },
    effectiveAt: null,
    applyToUnpaid: false,
  }
  expect(api.requests('previewExercise')).toEqual([{ params: { year: '2024' }, body: changes }])
  expect(api.requests('changeExercise')).toEqual([{ params: { year: '2024' }, body: { ...changes, version: 7 } }])
  page.goBack()
  expect(page.path()).toBe('/page-before')
})

test('where nobody has an account a change is saved at once, and the page shows the newest settings', async () => {
  api.answer({ previewExercise: { ...preview, effects: [], secondPerson: false } })
  await visit(path)
  await user.selectOptions(await screen.findByLabelText('Shortlisting needs'), 'One person')
  await click('Review changes')
  const review = await findReview()
  expect(getRow('Shortlisting needs Two persons who agree One person', review)).toBeDefined()
  expect(review.getByText('No applicant notices it.')).toBeDefined()
  expect(review.getByText('Nobody has an account in this exercise, so the change takes effect at once.')).toBeDefined()
  api.answer({
    changeExercise: { version: 8 },
    staffExercise: buildExercise({ settings: { ...exercise.settings, reviewRules: { shortlistReviews: 1 } } }),
  })
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  const scroll = vi.spyOn(window, 'scrollTo')
  await click('Save the change', review)
  await findToast('The settings are changed.')
  await waitFor(() => expect(readField('Shortlisting needs')).toBe('1'))
  expect([focus.mock.lastCall, scroll.mock.calls]).toEqual([[{ preventScroll: true }], [[0, 0]]])
  expect(document.activeElement?.textContent).toBe('Exercise settings')
  expect(api.requests('changeExercise')).toMatchObject([{ body: { reviewRules: { shortlistReviews: 1 } } }])
})

test('after a change other pages read the posts anew', async () => {
  api.signInAs({ roles: ['admin', 'registry'] })
  api.answer({ previewExercise: { ...preview, secondPerson: false }, changeExercise: { version: 8 } })
  const page = await visit('/imports/applicant')
  await waitFor(() => expect(api.requests('staffPosts')).toHaveLength(1))
  await user.click(await screen.findByRole('link', { name: 'Settings' }))
  await screen.findByLabelText('Application fee')
  await click('Save the change', await typeAndReview())
  await findToast('The settings are changed.')
  page.goBack()
  await waitFor(() => expect(api.requests('staffPosts')).toHaveLength(2))
})

test('what panels score is typed line by line, with what each can reach', async () => {
  api.answer({ previewExercise: { ...preview, effects: [], secondPerson: false } })
  await visit(path)
  await screen.findByLabelText('What panels score')
  expect(readField('What panels score').split('\n')[0]).toBe('Command of the subject: 20')
  await fill('What panels score', 'Seminar: on the subject: 60\n\n Questions :15')
  await click('Review changes')
  const review = await findReview()
  expect(review.getByText('Seminar: on the subject: 60, Questions: 15')).toBeDefined()
  const scoreCriteria = [
    { name: 'Seminar: on the subject', maximum: 60 },
    { name: 'Questions', maximum: 15 },
  ]
  expect(api.requests('previewExercise')).toMatchObject([{ body: { scoreCriteria } }])
  await click('Go back and edit')
  await fill('What panels score', 'Seminar')
  const message = 'must have whole numbers from 1 to 100 as highest scores'
  api.answer({ previewExercise: refuse('invalid_request', { errors: [{ path: 'scoreCriteria.0.maximum', message }] }) })
  await click('Review changes')
  expect((await screen.findAllByText(`What panels score ${message}.`)).length).toBeGreaterThan(0)
})

test('what is looked at can be edited again; discarding restores the settings', async () => {
  await visit(path)
  await fill('Charge', '750')
  await typeAndReview()
  await click('Go back and edit')
  expect([readField('Application fee'), readField('Charge')]).toEqual(['₦15,000.50', '750'])
  await click('Discard what I typed')
  expect([readField('Application fee'), readField('Charge')]).toEqual(['12000', '500'])
  expect(screen.queryByRole('button', { name: 'Discard what I typed' })).toBeNull()
  expect(api.requests('changeExercise')).toEqual([])
})

test('who types on while the effects are looked at stays with the settings, and looks at all of it', async () => {
  await visit(path)
  await fill('Application fee', '15000')
  const assessed = Promise.withResolvers<typeof preview>()
  api.answer({ previewExercise: () => assessed.promise })
  await click('Review changes')
  await fill('Title', 'Recruitment of lecturers')
  assessed.resolve(preview)
  await findToast('You went on with your changes, so the review did not open. Choose it again when you are done.')
  expect(screen.queryByRole('region', { name: 'Check the change' })).toBeNull()
  api.answer({ previewExercise: preview })
  await click('Review changes')
  await findReview()
  expect(api.requests('previewExercise').at(-1)?.body).toMatchObject({ title: 'Recruitment of lecturers', fee: 15_000 })
})

test('what is discarded while it is looked at is not reviewed, and no review is missed', async () => {
  await visit(path)
  await fill('Application fee', '15000')
  const assessed = Promise.withResolvers<typeof preview>()
  api.answer({ previewExercise: () => assessed.promise })
  await click('Review changes')
  await click('Discard what I typed')
  assessed.resolve(preview)
  await waitFor(() => expect(listBusyButtons()).toEqual([]))
  expect(screen.queryByText(/the review did not open/)).toBeNull()
  expect(screen.queryByRole('region', { name: 'Check the change' })).toBeNull()
})

test('discarding what was typed takes its errors along', async () => {
  await visit(path)
  await fill('Application fee', 'a lot')
  await click('Review changes')
  await screen.findByRole('alert', { name: 'There is a problem' })
  await click('Discard what I typed')
  expect(screen.queryByRole('alert', { name: 'There is a problem' })).toBeNull()
  expect(readField('Application fee')).toBe('12000')
  expect(screen.getByLabelText('Application fee').getAttribute('aria-invalid')).toBeNull()
})

test('without a change nothing is asked of the server', async () => {
  await visit(path)
  await screen.findByRole('button', { name: 'Review changes' })
  expect([readAlert(), screen.queryByText(/^Nothing is changed yet/)]).toEqual(['', null])
  expect(screen.queryByRole('button', { name: 'Discard what I typed' })).toBeNull()
  await click('Review changes')
  await screen.findByText('Nothing is changed yet. Change a setting first.')
  await fill('Title', `  ${exercise.settings.title} `)
  await click('Review changes')
  expect(api.requests('previewExercise')).toEqual([])
})

test('wrong settings are named on top and at their fields, each a link, and what was typed is kept', async () => {
  await visit(path)
  await fill('Institution', '')
  await fill('Application fee', 'a lot')
  await fill('Phone of the registry (optional)', 'call us')
  await fill(/^Web address of the vendor/, 'example')
  await click('Review changes')
  const alert = await screen.findByRole('alert', { name: 'There is a problem' })
  await waitFor(() => expect(document.activeElement).toBe(alert))
  expect(screen.getAllByRole('alert').filter(({ textContent }) => textContent !== '')).toEqual([alert])
  const summary = within(alert)
  expect(summary.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'Institution must not be empty.',
      'Application fee must be a number of naira, such as 12000.',
      'Phone of the registry must be one phone number of 7 to 15 digits, such as +234 800 000 0000.',
      'Web address of the vendor must be a web address.',
    ]),
  )
  await user.click(summary.getByRole('link', { name: /^Web address/ }))
  const field = screen.getByLabelText<HTMLInputElement>(/^Web address of the vendor/)
  // What is set once a year is folded, but for an error.
  expect(field.closest('details')?.open).toBe(true)
  expect(screen.getByLabelText('Shortlisting needs').closest('details')?.open).toBe(false)
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('example')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('region', { name: 'Check the change' })).toBeNull()
  await user.keyboard('.org')
  expect([field.value, document.activeElement]).toEqual(['example.org', field])
})

/** As browsers report a date of which only a part is typed. */
function makeHalfADate(control: HTMLElement) {
  Object.defineProperty(control, 'validity', { value: { badInput: true } })
  return control
}

test.each([
  [
    'left of a whole one',
    exercise.settings.deadline,
    (control: HTMLElement) => fireEvent.change(control, { target: { value: '' } }),
  ],
  ['all that was typed', null, (control: HTMLElement) => fireEvent.blur(control)],
])('half a date is no empty one when it is %s: it is refused', async (_, deadline, leave) => {
  api.answer({ staffExercise: buildExercise({ settings: { ...exercise.settings, deadline } }) })
  await visit(path)
  leave(makeHalfADate(await screen.findByLabelText('Deadline')))
  await click('Review changes')
  expect(await screen.findAllByText('Enter the whole date and time, or clear all of it.')).toHaveLength(2)
  expect(api.requests('previewExercise')).toMatchObject([{ body: { deadline: 'unfinished' } }])
})

test('Enter within half a deadline sends what is typed so far, which is refused', async () => {
  api.answer({ staffExercise: buildExercise({ settings: { ...exercise.settings, deadline: null } }) })
  await visit(path)
  const control = makeHalfADate(await screen.findByLabelText('Deadline'))
  await user.type(control, '3')
  expect(screen.queryByRole('button', { name: 'Discard what I typed' })).toBeNull()
  await user.type(control, '{Enter}')
  await screen.findByRole('link', { name: 'Enter the whole date and time, or clear all of it.' })
  expect(api.requests('previewExercise')).toMatchObject([{ body: { deadline: 'unfinished' } }])
})

test('a deadline that is cleared is none', async () => {
  await visit(path)
  const review = await typeAndReview('Deadline', '')
  expect(getRow('Deadline 31 December 2031, 11:59 pm None', review)).toBeDefined()
  expect(api.requests('previewExercise')).toMatchObject([{ body: { deadline: null } }])
})

test('a look that fails says so above the form, and keeps what was typed', async () => {
  api.answer({ previewExercise: refuse('exercise_archived') })
  await visit(path)
  await fill('Charge', '750')
  await click('Review changes')
  await screen.findByText('This exercise is archived: it can only be read.')
  expect(readField('Charge')).toBe('750')
  // Of what has no field here.
  api.answer({ previewExercise: refuse('invalid_request', { errors: [{ path: 'current', message: 'is wrong' }] }) })
  await click('Review changes')
  await screen.findByText('Some of what was sent is not right.')
  expect(screen.queryByText(/is wrong/)).toBeNull()
})

test('a change that is not possible is marked, and cannot be sent', async () => {
  const effects = [effect('Somebody holds it.', { refused: true }), effect('The notice changes.')]
  api.answer({ previewExercise: { ...preview, effects } })
  await visit(path)
  const review = await typeAndReview()
  expect(review.getAllByRole('listitem').map(({ dataset }) => dataset.refused)).toEqual(['true', undefined])
  expect(review.getByText('Somebody holds it.').textContent).toBe('Not possible: Somebody holds it.')
  expect(review.getByText('This change is not possible')).toBeDefined()
  expect(review.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Go back and edit'])
})

test('after a change of somebody else what was typed is kept above the newest, and sent with its version', async () => {
  const before = { ...exercise.settings, deadline: '2031-10-31T22:59:00.000Z' }
  api.answer({ staffExercise: buildExercise({ settings: before }) })
  await visit(path)
  await fill('Title', 'My own title')
  await typeAndReview('Application fee', '15000')
  const settings = { ...exercise.settings, title: 'Theirs', charge: 750, deadline: '2031-11-30T22:59:00.000Z' }
  const newest = buildExercise({ version: 9, settings, proposals: [proposal()] })
  api.answer({ changeExercise: refuse('changed_meanwhile', { data: newest }) })
  await click('Propose the change')
  await findAlert('Somebody changed the settings meanwhile')
  expect([readField('Title'), readField('Application fee'), readField('Charge')]).toEqual([
    'My own title',
    '15000',
    '750',
  ])
  expect(await screen.findByText('Proposed by Ngozi Maker')).toBeDefined()
  expect(readField('Deadline')).toBe('2031-11-30T23:59')
  fireEvent.blur(screen.getByLabelText('Deadline'))
  api.answer({ changeExercise: { proposal: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c30' } })
  await click('Review changes')
  expect(getRow('Title Theirs My own title', await findReview())).toBeDefined()
  await click('Propose the change')
  await findToast('Proposed. Somebody else must approve it.')
  expect(api.requests('changeExercise').at(-1)).toMatchObject({ body: { title: 'My own title', version: 9 } })
  expect(api.requests('changeExercise').at(-1)).not.toHaveProperty('body.deadline')
})

test('settings of which nothing is typed are the newest', async () => {
  await visit(path)
  await screen.findByLabelText('Deadline')
  const settings = { ...exercise.settings, title: 'Theirs', deadline: '2031-11-30T22:59:00.000Z' }
  api.answer({ staffExercise: buildExercise({ version: 9, settings }) })
  await comeBackLater()
  await waitFor(() => expect(readField('Title')).toBe('Theirs'))
  expect(readField('Deadline')).toBe('2031-11-30T23:59')
  await fill('Title', 'My own title')
  api.answer({ staffExercise: exercise })
  vi.useRealTimers()
  await comeBackLater()
  expect([readField('Title'), readField('Deadline')]).toEqual(['My own title', '2031-11-30T23:59'])
})

test('a change that is refused otherwise stays open with the reason', async () => {
  await visit(path)
  const review = await typeAndReview()
  api.answer({ changeExercise: 'hang up' })
  await click('Propose the change', review)
  await review.findByText('The server did not answer. Check the connection and try again.')
  expect(review.getByRole('button', { name: 'Propose the change' })).toBeDefined()
})

test('what is refused of a setting only when it is saved is said', async () => {
  await visit(path)
  const review = await typeAndReview()
  api.answer({ changeExercise: refuse('invalid_request', { errors: [{ path: 'deadline', message: 'has passed' }] }) })
  await click('Propose the change', review)
  await review.findByText('Some of what was sent is not right.')
})

const momentLabel = 'When it takes effect (optional)'

async function enterMoment(moment: string) {
  await fill(momentLabel, moment)
  fireEvent.blur(screen.getByLabelText(momentLabel))
}

test('a moment and the unpaid accounts are looked at before they are sent', async () => {
  api.answer({ previewExercise: { ...preview, unpaid: { accounts: 3, withoutRrr: 2 } } })
  await visit(path)
  const review = await typeAndReview('Application fee', '15000')
  let busy: string[] = []
  api.answer({
    previewExercise() {
      busy = listBusyButtons()
      return { ...preview, unpaid: { accounts: 3, withoutRrr: 2 } }
    },
  })
  await user.click(review.getByLabelText('Also for the 2 unpaid accounts without an open RRR'))
  await waitFor(() => expect(api.requests('previewExercise')).toHaveLength(2))
  // Nobody sends what has other effects than those on the page.
  expect(busy).toEqual(['Propose the change'])
  await enterMoment('2031-01-01T09:00')
  const body = { fee: 15_000, effectiveAt: '2031-01-01T09:00:00+01:00', applyToUnpaid: true }
  await waitFor(() => expect(api.requests('previewExercise').at(-1)).toMatchObject({ body }))
  await waitFor(() => expect(listBusyButtons()).toEqual([]))
  expect(review.getByLabelText<HTMLInputElement>(/^Also for/).checked).toBe(true)
  api.answer({ changeExercise: { proposal: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c30' } })
  await click('Propose the change', review)
  await findToast('Proposed. Somebody else must approve it.')
  expect(api.requests('changeExercise')).toMatchObject([{ body: { ...body, version: 7 } }])
})

test('a moment that is given while the effects are looked at is looked at next', async () => {
  const unpaid = { ...preview, unpaid: { accounts: 3, withoutRrr: 2 } }
  api.answer({ previewExercise: unpaid })
  await visit(path)
  const review = await typeAndReview('Application fee', '15000')
  const assessed = Promise.withResolvers<typeof unpaid>()
  api.answer({ previewExercise: () => assessed.promise })
  await user.click(review.getByLabelText(/^Also for/))
  await enterMoment('2031-01-01T09:00')
  api.answer({ previewExercise: unpaid, changeExercise: { proposal: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c30' } })
  assessed.resolve(unpaid)
  await waitFor(() => expect(listBusyButtons()).toEqual([]))
  await click('Propose the change', review)
  await findToast('Proposed. Somebody else must approve it.')
  const body = { effectiveAt: '2031-01-01T09:00:00+01:00', applyToUnpaid: true }
  expect(api.requests('previewExercise').at(-1)).toMatchObject({ body })
  expect(api.requests('changeExercise')).toMatchObject([{ body }])
})

test('who goes back while the effects are looked at stays with the settings, and what failed before is said no more', async () => {
  await visit(path)
  const review = await typeAndReview()
  api.answer({ changeExercise: 'hang up' })
  await click('Propose the change', review)
  await review.findByText('The server did not answer. Check the connection and try again.')
  const assessed = Promise.withResolvers<typeof preview>()
  api.answer({ previewExercise: () => assessed.promise })
  await enterMoment('2031-01-01T09:00')
  await click('Go back and edit', review)
  await fill('Title', 'Teaching staff recruitment')
  assessed.resolve(preview)
  await comeBackLater()
  expect(readField('Title')).toBe('Teaching staff recruitment')
  api.answer({ previewExercise: preview })
  await click('Review changes')
  expect((await findReview()).queryByText('The server did not answer. Check the connection and try again.')).toBeNull()
})

test('a moment that was given holds when the change is looked at again', async () => {
  await visit(path)
  const first = await typeAndReview('Application fee', '15000')
  await enterMoment('2031-01-01T09:00')
  await waitFor(() => expect(api.requests('previewExercise')).toHaveLength(2))
  await waitFor(() => expect(listBusyButtons()).toEqual([]))
  api.answer({ changeExercise: refuse('changed_meanwhile', { data: buildExercise({ version: 9 }) }) })
  await click('Propose the change', first)
  await findAlert('Somebody changed the settings meanwhile')
  // Also at a look that was not opened, because more was typed meanwhile.
  const assessed = Promise.withResolvers<typeof preview>()
  api.answer({ previewExercise: () => assessed.promise })
  await click('Review changes')
  await fill('Title', 'Recruitment of lecturers')
  assessed.resolve(preview)
  await waitFor(() => expect(listBusyButtons()).toEqual([]))
  api.answer({ previewExercise: preview })
  await click('Review changes')
  const review = await findReview()
  expect(readField(momentLabel)).toBe('2031-01-01T09:00')
  await waitFor(() => expect(listBusyButtons()).toEqual([]))
  api.answer({ changeExercise: { proposal: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c30' } })
  await click('Propose the change', review)
  await findToast('Proposed. Somebody else must approve it.')
  const body = { effectiveAt: '2031-01-01T09:00:00+01:00' }
  expect(api.requests('previewExercise').at(-1)).toMatchObject({ body })
  expect(api.requests('changeExercise').at(-1)).toMatchObject({ body: { ...body, version: 9 } })
})

test('a moment that was given holds for another change that is looked at while the effects of the first are', async () => {
  await visit(path)
  const first = await typeAndReview('Application fee', '15000')
  const assessed = Promise.withResolvers<typeof preview>()
  api.answer({ previewExercise: () => assessed.promise })
  await enterMoment('2031-01-01T09:00')
  await click('Go back and edit', first)
  await fill('Title', 'Recruitment of lecturers')
  api.answer({ previewExercise: preview })
  await click('Review changes')
  await findReview()
  assessed.resolve(preview)
  await waitFor(() => expect(listBusyButtons()).toEqual([]))
  const body = { title: 'Recruitment of lecturers', effectiveAt: '2031-01-01T09:00:00+01:00' }
  expect(api.requests('previewExercise').at(-1)).toMatchObject({ body })
})

test('nobody goes back while the change is being saved', async () => {
  await visit(path)
  const review = await typeAndReview()
  const saved = Promise.withResolvers<{ version: number }>()
  api.answer({ changeExercise: () => saved.promise })
  await click('Propose the change', review)
  expect(review.getByRole<HTMLButtonElement>('button', { name: 'Go back and edit' }).disabled).toBe(true)
  saved.resolve({ version: 8 })
  await findToast('The settings are changed.')
})

test('a change for a moment that no second person must approve is planned', async () => {
  api.answer({ previewExercise: { ...preview, secondPerson: false }, changeExercise: { planned: 'id' } })
  await visit(path)
  const review = await typeAndReview()
  await enterMoment('2031-01-01T09:00')
  await review.findByText('Nobody has an account in this exercise, so no second person is needed.')
  await waitFor(() => expect(listBusyButtons()).toEqual([]))
  await click('Plan the change', review)
  await findToast('Planned. It takes effect at its moment.')
})

test('the one unpaid account is asked for in the singular, and nothing is asked where there is none', async () => {
  api.answer({ previewExercise: { ...preview, unpaid: { accounts: 3, withoutRrr: 1 } } })
  await visit(path)
  const review = await typeAndReview()
  expect(review.getByLabelText('Also for the 1 unpaid account without an open RRR')).toBeDefined()
  await click('Go back and edit')
  api.answer({ previewExercise: { ...preview, unpaid: { accounts: 3, withoutRrr: 0 } } })
  await click('Review changes')
  await findReview()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test.each([
  ['must not have passed', 'The moment must not have passed.'],
  ['must be a moment with its zone', 'Enter the whole date and time, or clear all of it.'],
])('a moment that %s is refused at its field, and stays', async (message, text) => {
  await visit(path)
  const review = await typeAndReview()
  api.answer({ previewExercise: refuse('invalid_request', { errors: [{ path: 'effectiveAt', message }] }) })
  await enterMoment('2020-01-01T09:00')
  await review.findByText(text)
  expect(screen.getByLabelText<HTMLInputElement>(momentLabel).value).toBe('2020-01-01T09:00')
  expect(review.queryByText('Some of what was sent is not right.')).toBeNull()
})

test('a moment that could not be looked at is said', async () => {
  await visit(path)
  const review = await typeAndReview()
  api.answer({ previewExercise: refuse('unavailable') })
  await enterMoment('2031-01-01T09:00')
  await review.findByText('The service is busy or being restored. Please try again in a moment.')
})

test('half a moment is looked at as what it is', async () => {
  await visit(path)
  const review = await typeAndReview()
  fireEvent.blur(makeHalfADate(screen.getByLabelText(momentLabel)))
  await review.findByText('Enter the whole date and time, or clear all of it.')
  expect(api.requests('previewExercise').at(-1)).toMatchObject({ body: { effectiveAt: 'unfinished' } })
  // The control cannot be given half a date again, and is empty at the next look.
  await click('Go back and edit')
  await click('Review changes')
  await findReview()
  await waitFor(() => expect(listBusyButtons()).toEqual([]))
  expect(api.requests('previewExercise').at(-1)).not.toMatchObject({ body: { effectiveAt: 'unfinished' } })
})

type Waiting = ExerciseDetails['proposals'][number]
const proposal = (more: Partial<Waiting> = {}): Waiting => ({
  id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c31',
  madeBy: 'Ngozi Maker',
  approvedBy: null,
  isOwn: false,
  mayApprove: true,
  mayDecline: true,
  madeAt: '2024-03-04T09:00:00.000Z',
  effectiveAt: null,
  settings: { fee: 15_000 },
  effects: [effect('The fee changes.')],
  ...more,
})
const findWaiting = async (title = 'Waiting for a second person') =>
  within(await screen.findByRole('region', { name: title }))

test.each([
  ['Approve', 'approve', 'applied', 'Approved. The settings are changed.'],
  ['Approve', 'approve', 'planned', 'Approved. It takes effect at its moment.'],
  ['Decline', 'decline', 'declined', 'The proposal is declined. Nothing changes.'],
] as const)(
  'a second person reads what a proposal does: “%s” (%s) makes it %s',
  async (button, decision, state, text) => {
    api.answer({ staffExercise: buildExercise({ proposals: [proposal()] }), decideExerciseChange: { state } })
    await visit(path)
    const waiting = await findWaiting()
    expect(waiting.getByText('Proposed by Ngozi Maker')).toBeDefined()
    expect(getRow('Application fee ₦12,000.00 ₦15,000.00', waiting)).toBeDefined()
    expect(waiting.getByText('The fee changes.')).toBeDefined()
    expect(new Set(waiting.getAllByRole('button').map(({ className }) => className)).size).toBe(2)
    api.answer({ staffExercise: exercise })
    const readOld = watchOldData()
    await click(button, waiting)
    await findToast(text)
    expect(readOld()).toEqual(['exercise', 'posts', 'counts', 'staff-me'])
    await waitFor(() => expect(screen.queryByText('Proposed by Ngozi Maker')).toBeNull())
    expect(api.requests('decideExerciseChange')).toEqual([{ params: { id: proposal().id }, body: { decision } }])
  },
)

test('after a decision the settings follow where nothing is typed; what is typed is kept', async () => {
  const other = proposal({ id: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c32', madeBy: 'Chidi Second' })
  api.answer({ staffExercise: buildExercise({ proposals: [proposal(), other] }) })
  await visit(path)
  const [approve] = (await findWaiting()).getAllByRole('button', { name: 'Approve' })
  expect(readField('Application fee')).toBe('12000')
  const settings = { ...exercise.settings, fee: 15_000, deadline: '2032-01-31T22:59:00.000Z' }
  const applied = buildExercise({ version: exercise.version + 1, settings, proposals: [other] })
  api.answer({ decideExerciseChange: { state: 'applied' }, staffExercise: applied })
  await user.click(approve!)
  await findToast('Approved. The settings are changed.')
  await waitFor(() => expect(readField('Application fee')).toBe('15000'))
  expect(readField('Deadline')).toBe('2032-01-31T23:59')
  // Who goes through it with the keyboard has typed nothing.
  fireEvent.blur(screen.getByLabelText('Deadline'))
  await fill('Title', 'My own title')
  const theirs = { ...applied, version: applied.version + 1, proposals: [] }
  api.answer({ decideExerciseChange: { state: 'declined' }, staffExercise: theirs })
  await click('Decline', await findWaiting())
  await findToast('The proposal is declined. Nothing changes.')
  expect(readField('Title')).toBe('My own title')
  await click('Review changes')
  api.answer({ changeExercise: { proposal: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c30' } })
  await click('Propose the change', await findReview())
  await findToast('Proposed. Somebody else must approve it.')
  // What was seen below what is typed, so that a newer state is refused.
  const [{ body } = { body: {} }] = api.requests('changeExercise')
  expect(body).toMatchObject({ title: 'My own title', version: applied.version })
  expect(body).not.toHaveProperty('deadline')
})

test('a decision or a change that is refused after the page was left is told', async () => {
  api.answer({ staffExercise: buildExercise({ proposals: [proposal()] }) })
  const page = await visit(path)
  const decided = Promise.withResolvers<ReturnType<typeof refuse>>()
  api.answer({ decideExerciseChange: () => decided.promise })
  await click('Approve', await findWaiting())
  const review = await typeAndReview()
  const saved = Promise.withResolvers<ReturnType<typeof refuse>>()
  api.answer({ changeExercise: () => saved.promise })
  await click('Propose the change', review)
  await waitFor(() => expect(api.requests('changeExercise')).toHaveLength(1))
  page.goBack()
  decided.resolve(refuse('second_person_required'))
  await findToast(/^What you left before it was done is not confirmed\. This needs another person/)
  saved.resolve(refuse('exercise_archived'))
  await findToast(/^What you left before it was done is not confirmed\. This exercise is archived/)
})

test('somebody who is no second person for the maker reads why, in place of the button', async () => {
  const related = proposal({ mayApprove: false })
  api.answer({ staffExercise: buildExercise({ proposals: [related] }) })
  await visit(path)
  const waiting = await findWaiting()
  expect(waiting.getByText(/^You and the person whose work this is do not count as two persons yet/)).toBeDefined()
  expect(waiting.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('the own proposal waits for another administrator, and is withdrawn', async () => {
  const own = proposal({ isOwn: true, mayApprove: false })
  api.answer({
    staffExercise: buildExercise({ proposals: [own] }),
    decideExerciseChange: { state: 'declined' },
  })
  await visit(path)
  const waiting = await findWaiting()
  expect(waiting.getByText('Proposed by you')).toBeDefined()
  expect(waiting.getByText('Another administrator must approve it.')).toBeDefined()
  expect(waiting.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Take back'])
  const { className } = screen.getByRole('button', { name: 'Prepare another year' })
  expect(waiting.getByRole('button').className).toBe(className)
  await click('Take back', waiting)
  await findToast('The proposal is withdrawn.')
  expect(api.requests('decideExerciseChange')).toMatchObject([{ body: { decision: 'decline' } }])
})

test('who may approve a proposal and not decline it is offered that alone', async () => {
  api.answer({ staffExercise: buildExercise({ proposals: [proposal({ mayApprove: true, mayDecline: false })] }) })
  await visit(path)
  const waiting = await findWaiting()
  expect(waiting.queryByText(/must approve it|do not count as two persons/)).toBeNull()
  expect(waiting.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Approve'])
})

test('somebody who only proposes decides about no proposal and prepares no year', async () => {
  api.signInAs({ roles: ['registry'] })
  const other = proposal({ mayApprove: false, mayDecline: false })
  api.answer({ staffExercise: buildExercise({ proposals: [other], onlyProposes: true }) })
  await visit(path)
  const waiting = await findWaiting()
  expect(waiting.getByText('An administrator must approve it.')).toBeDefined()
  expect(waiting.queryByRole('button')).toBeNull()
  expect(document.querySelector('li > div:empty')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Prepare another year' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Review changes' })).toBeDefined()
})

test('an administrator of one exercise changes it and prepares no other year', async () => {
  const role = { role: 'admin', exercise: 2024, school: null, department: null } as const
  api.answer({ staffSession: { me: { ...buildMe({ roles: ['admin'] }), roles: [role] } } })
  await visit(path)
  await screen.findByText(/the public pages show it/)
  expect(screen.getByRole('button', { name: 'Review changes' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Prepare another year' })).toBeNull()
})

test('the own proposal of somebody who only proposes waits for an administrator', async () => {
  api.signInAs({ roles: ['registry'] })
  api.answer({
    staffExercise: buildExercise({ proposals: [proposal({ isOwn: true, mayApprove: false })], onlyProposes: true }),
  })
  await visit(path)
  const waiting = await findWaiting()
  expect(waiting.getByText('An administrator must approve it.')).toBeDefined()
  expect(waiting.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Take back'])
})

test('what is planned says who approved it, and can be cancelled', async () => {
  const planned = proposal({ approvedBy: 'Chidi Second', mayApprove: false })
  api.answer({ staffExercise: buildExercise({ planned: [planned] }), decideExerciseChange: { state: 'declined' } })
  await visit(path)
  const card = await findWaiting('Planned')
  expect(card.getByText(/; approved by Chidi Second$/)).toBeDefined()
  expect(card.queryByText(/must approve it|do not count as two persons/)).toBeNull()
  expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel the plan'])
  await click('Cancel the plan', card)
  await findToast('The plan is cancelled. Nothing changes.')
})

test.each([
  ['changed_meanwhile', 'The settings were changed after this was proposed. Decline it and propose it again.'],
  ['settings_refused', 'It is not possible any more: These settings are not possible.'],
  ['second_person_required', 'This needs another person than the one who proposed it.'],
] as const)('an approval that is refused (%s) says why beside the proposal, which stays', async (code, text) => {
  api.answer({ staffExercise: buildExercise({ proposals: [proposal()] }), decideExerciseChange: refuse(code) })
  await visit(path)
  const waiting = await findWaiting()
  await click('Approve', waiting)
  await waiting.findByText(text)
  expect(waiting.getByRole('button', { name: 'Decline' })).toBeDefined()
})

async function openPrepare() {
  await click('Prepare another year')
  return findDialog('Prepare another year')
}

const next = { year: 2025, title: 'Recruitment', isCurrent: false, isArchived: false }
const thisYear = { year: 2024, title: 'Recruitment', isCurrent: true, isArchived: false }

test('the first exercise is prepared with a form, which becomes its settings', async () => {
  api.signInAs({ roles: ['admin'], exercises: [] })
  api.answer({ prepareExercise: { year: 2027, version: 1 }, staffExercise: buildExercise({ year: 2027 }) })
  await visit(path)
  await fill('Year', '2027')
  await fill('Institution', ' Hillside Polytechnic ')
  await fill('Short name', 'HP')
  await fill('Application fee', 'much')
  await fill('Charge', '0')
  await click('Prepare the first exercise')
  await screen.findByText('must be a number of naira, such as 12000')
  await fill('Application fee', '12,000')
  api.answer({ prepareExercise: refuseFields('year', 'institution', 'shortName', 'title', 'fee', 'charge') })
  await click('Prepare the first exercise')
  await waitFor(async () =>
    expect(await findFieldErrors()).toEqual({
      Year: 'Not this year.',
      Institution: 'Not this institution.',
      'Short name': 'Not this shortName.',
      Title: 'Not this title.',
      'Application fee': 'Not this fee.',
      Charge: 'Not this charge.',
    }),
  )
  api.answer({ prepareExercise: { year: 2027, version: 1 } })
  api.signInAs({ roles: ['admin'], exercises: [{ ...thisYear, year: 2027 }] })
  await click('Prepare the first exercise')
  await findToast('The exercise of 2027 is prepared.')
  await screen.findByText('Recruitment, 2027, current')
  expect(api.requests('prepareExercise').at(-1)).toEqual({
    body: {
      year: 2027,
      institution: 'Hillside Polytechnic',
      shortName: 'HP',
      title: 'Academic Staff Recruitment',
      fee: 12_000,
      charge: 0,
    },
  })
})

test('another year is prepared as a copy, and chosen', async () => {
  await visit(path)
  const dialog = await openPrepare()
  expect(dialog.getByLabelText<HTMLInputElement>('Year').value).toBe('2025')
  expect(dialog.getByLabelText<HTMLSelectElement>('Copy the settings of').value).toBe('2024')
  api.signInAs({ roles: ['admin'], exercises: [next, thisYear] })
  api.answer({
    prepareExercise: { year: 2025, version: 1 },
    staffExercise: ({ params }) => buildExercise({ year: params.year, isCurrent: params.year === 2024, accounts: 0 }),
  })
  await click('Prepare', dialog)
  await findToast('The exercise of 2025 is prepared. It is not public yet.')
  await screen.findByText(/^The public pages show another exercise\. Applicants of 2025 see this one\./)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText<HTMLSelectElement>('Exercise').value).toBe('2025')
  expect(api.requests('prepareExercise')).toEqual([{ body: { year: 2025, from: 2024 } }])
  // Each exercise has its own form.
  await fill('Title', 'Only typed')
  await user.selectOptions(screen.getByLabelText('Exercise'), '2024')
  await waitFor(() => expect(screen.queryByText(/^The public pages show another exercise/)).toBeNull())
  expect(readField('Title')).toBe(exercise.settings.title)
  expect((await openPrepare()).getByLabelText<HTMLInputElement>('Year').value).toBe('2026')
})

test('who cancels before the year is prepared keeps the exercise that is open', async () => {
  await visit(path)
  const dialog = await openPrepare()
  const prepared = Promise.withResolvers<{ year: number; version: number }>()
  api.answer({ prepareExercise: () => prepared.promise })
  await click('Prepare', dialog)
  await hitEscape()
  api.signInAs({ roles: ['admin'], exercises: [next, thisYear] })
  prepared.resolve({ year: 2025, version: 1 })
  await findToast('The exercise of 2025 is prepared. It is not public yet.')
  expect((await screen.findByLabelText<HTMLSelectElement>('Exercise')).value).toBe('2024')
})

test('what leads away from the settings is offered once what is typed is saved or discarded', async () => {
  api.answer({ staffExercise: buildExercise({ isCurrent: false }) })
  await visit(path)
  const years = within(await screen.findByRole('region', { name: 'Years' }))
  const listOffers = () => years.queryAllByRole('button').map(({ textContent }) => textContent)
  const all = ['Make it the current exercise', 'Prepare another year']
  expect(listOffers()).toEqual(all)
  await fill('Title', 'Only typed')
  expect(listOffers()).toEqual([])
  years.getByText('Save or discard what you typed above before you change anything here.')
  await click('Discard what I typed')
  expect(listOffers()).toEqual(all)
  expect(years.queryByText(/^Save or discard/)).toBeNull()
})

test('who can do nothing about the years is told nothing of it while they type', async () => {
  api.signInAs({ roles: ['registry'] })
  api.answer({ staffExercise: buildExercise({ onlyProposes: true }) })
  await visit(path)
  const said = within(await screen.findByRole('region', { name: 'Years' })).getByText(/^This is the current exercise/)
  // Nor is there room for what is not offered.
  expect(said.nextElementSibling).toBeNull()
  await fill('Title', 'Only typed')
  expect(said.nextElementSibling).toBeNull()
})

test('what is typed while another year is being prepared stays', async () => {
  await visit(path)
  const dialog = await openPrepare()
  const prepared = Promise.withResolvers<{ year: number; version: number }>()
  api.answer({ prepareExercise: () => prepared.promise })
  await click('Prepare', dialog)
  await hitEscape()
  await fill('Title', 'Only typed')
  prepared.resolve({ year: 2025, version: 1 })
  await findToast('The exercise of 2025 is prepared. It is not public yet.')
  expect(readField('Title')).toBe('Only typed')
})

test('a year that there is already is refused in the dialog, one that is none at its field; Escape sends nothing', async () => {
  api.answer({ prepareExercise: refuse('exercise_exists') })
  await visit(path)
  const dialog = await openPrepare()
  await fill('Year', '2024', dialog)
  await click('Prepare', dialog)
  await dialog.findByText('There is an exercise of this year already.')
  await fill('Year', 'next', dialog)
  await click('Prepare', dialog)
  await dialog.findByText('Enter a year, such as 2025.')
  const field = dialog.getByLabelText<HTMLInputElement>('Year')
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['next', 'true'])
  expect(dialog.queryByText('There is an exercise of this year already.')).toBeNull()
  const { length } = api.requests('prepareExercise')
  await hitEscape()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.requests('prepareExercise')).toHaveLength(length)
})

test('an exercise that cannot be copied is said at its field', async () => {
  api.answer({ prepareExercise: refuseFields('from') })
  await visit(path)
  const dialog = await openPrepare()
  await click('Prepare', dialog)
  await expectRefused('from')
})

test('an exercise that is not public is made the current one, after a look at what it does', async () => {
  let busy: string[] = []
  api.answer({
    staffExercise: buildExercise({ isCurrent: false, accounts: 0 }),
    previewExercise() {
      busy = listBusyButtons()
      return { ...preview, effects: [effect('The public pages show 2024.', { kind: 'made_current' })] }
    },
    changeExercise: { proposal: '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c30' },
  })
  await visit(path)
  expect(await screen.findByText(/Nobody has an account in it yet\.$/)).toBeDefined()
  await click('Make it the current exercise')
  const review = await findReview()
  expect(busy).toEqual(['Review changes', 'Make it the current exercise'])
  expect(review.getByText('The public pages show 2024.')).toBeDefined()
  expect(review.queryByRole('table')).toBeNull()
  await click('Propose the change', review)
  await findToast('Proposed. Somebody else must approve it.')
  expect(api.requests('changeExercise')).toMatchObject([{ body: { current: true, version: 7 } }])
})

test('what a colleague changes while the effects are looked at is not taken for seen', async () => {
  api.answer({ staffExercise: buildExercise({ isCurrent: false }), changeExercise: { proposal: undefined } })
  await visit(path)
  await click('Make it the current exercise')
  const review = await findReview()
  const length = api.requests('staffExercise').length
  api.answer({ staffExercise: buildExercise({ isCurrent: false, version: 8 }) })
  await comeBackLater()
  expect(api.requests('staffExercise').length).toBeGreaterThan(length)
  await click(/^(Save|Propose)/, review)
  await waitFor(() => expect(api.requests('changeExercise')).toMatchObject([{ body: { version: 7 } }]))
})

test('an archived exercise can only be read', async () => {
  api.answer({ staffExercise: buildExercise({ isArchived: true, isCurrent: false, accounts: 2 }) })
  await visit(path)
  const facts = within(await screen.findByRole('region', { name: 'Settings of 2024' }))
  expect(facts.getByText('This exercise is archived. Its settings cannot be changed any more.')).toBeDefined()
  expect(facts.getByText('₦12,000.00')).toBeDefined()
  expect(facts.getByText('31 December 2031, 11:59 pm')).toBeDefined()
  expect(screen.getByText(/2 applicants have an account in it\.$/)).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Make it the current exercise' })).toBeNull()
})

test('who only reads settings has no field and no button that changes one', async () => {
  api.signInAs({ permissions: ['settings:read'] })
  api.answer({ staffExercise: buildExercise({ isCurrent: false, onlyProposes: true }) })
  await visit(path)
  const facts = within(await screen.findByRole('region', { name: 'Settings of 2024' }))
  expect(facts.queryByText(/archived/)).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /current|Prepare/ })).toBeNull()
})

test('an exercise that there is not, or not for the person, is said', async () => {
  api.answer({ staffExercise: refuse('not_found') })
  await visit(path)
  await screen.findByText('There is no such exercise, or not within your roles.')
})

test('settings that could not be loaded are tried again', async () => {
  api.answer({ staffExercise: refuse('unexpected') })
  await visit(path)
  await screen.findByText('The settings could not be loaded')
  api.answer({ staffExercise: exercise })
  await click('Try again')
  await screen.findByLabelText('Institution')
})

test.each<[string, MeOptions]>([
  ['roles count in no exercise', { roles: ['registry'] }],
  ['roles change no settings', { permissions: ['settings:read'] }],
])('where there is no exercise, somebody whose %s is told so', async (_, me) => {
  api.signInAs({ ...me, exercises: [] })
  await visit(path)
  expect(screen.getByText('Your roles count in no exercise.')).toBeDefined()
})

test.each<[Partial<ExerciseDetails>, string]>([
  [{ isCurrent: true, accounts: 0 }, 'This is the current exercise: the public pages show it, and lists'],
  [{ isCurrent: true, accounts: 0 }, 'Nobody has an account in it yet.'],
  [{ isCurrent: false, accounts: 1 }, 'The public pages show another exercise. Applicants of 2024 see this one.'],
  [{ isCurrent: false, accounts: 1 }, '1 applicant has an account in it.'],
])('an exercise that is %j says: %s', async (more, text) => {
  api.answer({ staffExercise: buildExercise(more) })
  await visit(path)
  expect((await screen.findByRole('region', { name: 'Years' })).textContent).toContain(text)
  expect(screen.queryByRole('button', { name: 'Make it the current exercise' }) !== null).toBe(more.isCurrent === false)
})

test('settings that are archived are read, also without a deadline', async () => {
  const settings = { ...exercise.settings, deadline: null }
  api.answer({ staffExercise: buildExercise({ settings, isArchived: true, isCurrent: false }) })
  await visit(path)
  const deadline = await screen.findByText('Deadline', { selector: 'dt' })
  expect(deadline.nextElementSibling?.textContent).toBe('None')
  expect(screen.queryByRole('button', { name: 'Review changes' })).toBeNull()
})

test('spaces around what is typed are no change, and spaces alone are nothing', () => {
  const { settings } = exercise
  const full = {
    ...settings,
    contact: { address: 'Registry', phone: '0700 000 0000', hours: '9 to 4' },
    vendor: { name: 'Vendor', url: 'https://example.org' },
  }
  expect(toChanges(full, { title: ` ${full.title} `, contactPhone: ' 0700 000 0000', vendorUrl: ' ' })).toEqual({
    vendor: { name: 'Vendor', url: null },
  })
  const without = { contact: { address: null, phone: null, hours: null } }
  expect(toChanges(full, { contactAddress: ' ', contactPhone: ' ', contactHours: ' ' })).toEqual(without)
  const changed = listChangedSettings(full, { ...without, vendor: { name: 'Vendor', url: null } })
  expect(changed.map(([, now, next]) => [now, next])).toEqual([
    ['Registry', 'None'],
    ['0700 000 0000', 'None'],
    ['9 to 4', 'None'],
    ['https://example.org', 'None'],
  ])
  expect(toChanges(full, { contactAddress: ' Hall A ', contactPhone: ' 0700 ', contactHours: ' 8 to 5 ' })).toEqual({
    contact: { address: 'Hall A', phone: '0700', hours: '8 to 5' },
  })
  expect(toChanges(full, { vendorUrl: ' https://example.com ' })).toEqual({
    vendor: { name: 'Vendor', url: 'https://example.com' },
  })
})

test('what panels score is read line by line', () => {
  const read = (scoreCriteria: string) => toChanges(exercise.settings, { scoreCriteria }).scoreCriteria
  expect(read(' Conduct : 20 \n\n \nSubject: matter: 5')).toEqual([
    { name: 'Conduct', maximum: 20 },
    { name: 'Subject: matter', maximum: 5 },
  ])
  // The server says that the highest score is missing.
  expect(read('Conduct\nSubject: many')).toEqual([
    { name: 'Conduct', maximum: Number.NaN },
    { name: 'Subject: many', maximum: Number.NaN },
  ])
})

test('each part of what belongs together is sent with the others; an empty one is none', async () => {
  const reviewRules = { shortlistReviews: 1 as const }
  api.answer({ staffExercise: buildExercise({ settings: { ...exercise.settings, reviewRules } }) })
  await visit(path)
  await user.selectOptions(await screen.findByLabelText('Shortlisting needs'), 'Two persons who agree')
  await fill('Hours of the registry (optional)', ' 9 to 4 ')
  expect(screen.getByLabelText('Web address of the vendor (optional)')).toBeDefined()
  await fill('Name of the vendor', 'Other vendor')
  await click('Review changes')
  await findReview()
  expect(api.requests('previewExercise')[0]?.body).toMatchObject({
    reviewRules: { shortlistReviews: 2 },
    contact: { address: null, phone: null, hours: '9 to 4' },
    vendor: { name: 'Other vendor' },
  })
})
