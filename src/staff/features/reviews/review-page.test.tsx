// The reviewer's queue: recording goes on in the background while the next case is on the page.
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { runAfterQuiet } from '#kit/http/activity.ts'
import { buildCase } from '#tests/support/fixtures/staff-replies.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  fill,
  findDialog,
  findToast,
  hitEscape,
  readShortcuts,
  setUpStaffApi,
  user,
  visit,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
const numbers = ['APP-1', 'APP-2', 'APP-3']
let recorded: string[] = []

beforeEach(() => {
  recorded = []
  api.signInAs({ roles: ['reviewer'] })
  api.answer({
    renewViewing: { viewers: [], version: 1, until: '2024-03-05T09:00:00.000Z' },
    endViewing: {},
    staffApplication: ({ params }) => buildCaseOf(params.number),
    nextReview: ({ query }) => listNext(query.skip),
    reviewApplication: ({ params }) => record(params.number),
  })
})

/** With the number in the applicant's name, which is the heading. */
const buildCaseOf = (number: string) =>
  buildCase({ number, applicant: { ...buildCase().applicant, name: `Applicant of ${number}` } })

/** As the server answers: it does not know yet what is being recorded. */
function listNext(skip = '') {
  const [number = null, following = null] = numbers.filter((one) => !recorded.includes(one) && !skip.includes(one))
  return { number, following, progress: { done: recorded.length, total: numbers.length, more: false } }
}
function record(number: string) {
  recorded.push(number)
  return buildRecorded(number)
}
const buildRecorded = (number: string) => ({
  ...buildCaseOf(number),
  status: { ...buildCase().status, version: 2, reviews: 1 },
})
/** The rest of an answer that is held back. */
function holdBack() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, release: () => resolve() }
}

const findCase = (number: string) => screen.findByRole('heading', { level: 1, name: new RegExp(number) })
const shortlist = async () => {
  await user.click(await screen.findByRole('radio', { name: 'Shortlist' }))
  await click('Record')
}
const listSkipped = () => api.requests('nextReview').map(({ query }) => query?.skip)

test('the next case is there while a review is being recorded, which is not asked for again', async () => {
  const recording = holdBack()
  api.answer({
    async reviewApplication({ params }) {
      await recording.promise
      return record(params.number)
    },
  })
  await visit('/review')
  await findCase('APP-1')
  expect(screen.queryByText('Loading the next case…')).toBeNull()
  expect((await screen.findByText(/0 of 3/)).closest('p')?.textContent).toBe('0 of 3 today')
  // The bar says the same.
  expect(screen.queryByRole('progressbar')).toBeNull()
  // Loaded ahead.
  await waitFor(() => expect(api.requests('staffApplication').map(({ params }) => params?.number)).toContain('APP-2'))
  await shortlist()
  await findCase('APP-2')
  expect(screen.getByText(/1 of 3/).closest('p')?.textContent).toContain('recording…')
  await waitFor(() => expect(listSkipped()).toContain('APP-1'))
  recording.release()
  await waitFor(() => expect(screen.queryByText(/recording…/)).toBeNull())
  await findCase('APP-2')
})

test('what is typed after going back to a case that is being recorded stays, and it is recorded once', async () => {
  const recording = holdBack()
  api.answer({
    async reviewApplication({ params }) {
      await recording.promise
      return record(params.number)
    },
    // Who also decides can record more about the case.
    staffApplication: ({ params }) => ({
      ...(recorded.includes(params.number) ? buildRecorded(params.number) : buildCaseOf(params.number)),
      may: { ...buildCase().may, decide: recorded.includes(params.number) },
    }),
  })
  await visit('/review')
  await findCase('APP-1')
  await shortlist()
  await findCase('APP-2')
  await click('Previous')
  await findCase('APP-1')
  await fill('Note for colleagues (optional)', 'See the second referee.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  recording.release()
  await waitFor(() => expect(screen.queryByText(/recording…/)).toBeNull())
  await screen.findByRole('radio', { name: 'Decision of the chair' })
  expect(screen.queryByText('Somebody changed this case meanwhile')).toBeNull()
  await click('Skip')
  await findCase('APP-2')
  await click('Previous')
  await findCase('APP-1')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note for colleagues (optional)').value).toBe(
    'See the second referee.',
  )
  expect(api.requests('reviewApplication')).toHaveLength(1)
})

test('who has gone back to a case that is being recorded is not told that somebody else has changed it', async () => {
  const recording = holdBack()
  api.answer({
    async reviewApplication({ params }) {
      await recording.promise
      return record(params.number)
    },
    staffApplication: ({ params }) =>
      recorded.includes(params.number) ? buildRecorded(params.number) : buildCaseOf(params.number),
  })
  await visit('/review')
  await findCase('APP-1')
  await shortlist()
  await findCase('APP-2')
  await click('Previous')
  await findCase('APP-1')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Shortlist' }).checked).toBe(true)
  recording.release()
  await screen.findByText('1 of 2 reviews')
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Shortlist' }).checked).toBe(false))
  expect(screen.queryByText('Somebody changed this case meanwhile')).toBeNull()
})

test('a new case is read from its beginning: its name has the focus', async () => {
  await visit('/review')
  await findCase('APP-1')
  const scroll = vi.spyOn(window, 'scrollTo')
  await click('Skip')
  const heading = await findCase('APP-2')
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(scroll).toHaveBeenLastCalledWith(0, 0)
})

test('an answer about the queue that comes late changes nothing', async () => {
  const late = holdBack()
  const current = holdBack()
  const held = [late, current]
  await visit('/review')
  await findCase('APP-1')
  api.answer({
    async nextReview({ query }) {
      const answer = listNext(query.skip)
      await held.shift()?.promise
      return answer
    },
  })
  await click('Skip')
  await findCase('APP-2')
  await click('Skip')
  current.release()
  await findCase('APP-3')
  late.release()
  await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
  await click('Skip')
  await screen.findByText('Except the cases that you skipped.')
})

test('what was refused is said until one goes back to the case, which has all that was typed', async () => {
  api.answer({ reviewApplication: refuse('on_hold') })
  await visit('/review')
  await findCase('APP-1')
  await user.click(await screen.findByLabelText('Note for colleagues (optional)'))
  await user.paste('The scan is blurred.')
  await shortlist()
  await findToast('APP-1 is not recorded yet.')
  await findCase('APP-2')
  const reason = /What you chose and typed is kept\./
  expect(screen.getByText(reason)).toBeDefined()
  await click('Go back to APP-1')
  await findCase('APP-1')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note for colleagues (optional)').value).toBe(
    'The scan is blurred.',
  )
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Shortlist' }).checked).toBe(true)
  expect(screen.queryByText(reason)).toBeNull()
})

test('each case that was refused is said until one goes back to it', async () => {
  api.answer({ reviewApplication: refuse('on_hold') })
  await visit('/review')
  for (const number of ['APP-1', 'APP-2']) {
    await findCase(number)
    await shortlist()
    await findToast(`${number} is not recorded yet.`)
  }
  await click('Go back to APP-2')
  await findCase('APP-2')
  expect(screen.queryByRole('button', { name: 'Go back to APP-2' })).toBeNull()
  api.answer({ reviewApplication: ({ params }) => record(params.number) })
  await click('Record')
  await waitFor(() => expect(recorded).toEqual(['APP-2']))
  expect(screen.getByRole('button', { name: 'Go back to APP-1' })).toBeDefined()
  // The queue leads there, too.
  await findCase('APP-1')
  await click('Record')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Go back to APP-1' })).toBeNull())
  await waitFor(() => expect(recorded).toEqual(['APP-2', 'APP-1']))
})

test('of two that are being recorded, the one that is not yet recorded stays left out of the queue', async () => {
  const [first, second] = [holdBack(), holdBack()]
  const held = [first, second]
  api.answer({
    async reviewApplication({ params }) {
      await held.shift()?.promise
      return record(params.number)
    },
  })
  await visit('/review')
  for (const number of ['APP-1', 'APP-2']) {
    await findCase(number)
    await shortlist()
  }
  await findCase('APP-3')
  first.release()
  await waitFor(() => expect(listSkipped().at(-1)).toBe('APP-2'))
  second.release()
  await waitFor(() => expect(screen.queryByText(/recording…/)).toBeNull())
})

test('a case that was skipped stays away until it is asked for, or gone back to', async () => {
  await visit('/review')
  await findCase('APP-1')
  await click('Skip')
  await findCase('APP-2')
  expect(readShortcuts()).toMatchObject({ Previous: '[', Skip: ']' })
  await click('Previous')
  await findCase('APP-1')
  expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull()
  for (const number of ['APP-2', 'APP-3']) {
    await click('Skip')
    await findCase(number)
  }
  expect(screen.getByText(/0 of 3/).closest('p')?.textContent).toBe('0 of 3 today, 2 skipped')
  await click('Skip')
  await click('Look again')
  await screen.findByText('Except the cases that you skipped.')
  expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull()
  await click('Show the skipped cases')
  await findCase('APP-1')
})

test('a case that one leaves is gone: the next one comes, and nothing leads back to it', async () => {
  api.answer({ recuse: { id: 'r1' } })
  await visit('/review')
  await findCase('APP-1')
  await click('Skip')
  await findCase('APP-2')
  await click('Previous')
  await findCase('APP-1')
  recorded.push('APP-1')
  await click('I have a conflict of interest')
  const dialog = await findDialog('Leave this case')
  await fill('Reason', 'The applicant is my cousin.', dialog)
  await click('Leave', dialog)
  await findCase('APP-2')
  await findToast('You have left APP-1.')
  expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull()
})

test('who has gone on before a case is left stays with the case that they opened', async () => {
  const leaving = holdBack()
  api.answer({
    async recuse() {
      await leaving.promise
      return { id: 'r1' }
    },
  })
  await visit('/review')
  await findCase('APP-1')
  await click('I have a conflict of interest')
  const dialog = await findDialog('Leave this case')
  await fill('Reason', 'The applicant is my cousin.', dialog)
  await click('Leave', dialog)
  await hitEscape()
  for (const next of ['APP-2', 'APP-3']) {
    await click('Skip')
    await findCase(next)
  }
  leaving.release()
  await findToast('You have left APP-1.')
  await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
  await findCase('APP-3')
})

test('a case that cannot be read is passed over, but not one that cannot be read again', async () => {
  const reading = holdBack()
  const countReads = (number: string) =>
    api.requests('staffApplication').filter(({ params }) => params?.number === number).length
  api.answer({
    async staffApplication({ params }) {
      if (params.number === 'APP-2') await reading.promise
      const isRead = params.number !== 'APP-1' && countReads(params.number) === 1
      return isRead ? buildCaseOf(params.number) : refuse('not_found')
    },
    // Somebody else has changed it.
    renewViewing: { viewers: [], version: 2, until: '2024-03-05T09:00:00.000Z' },
  })
  await visit('/review')
  await screen.findByText('This case is no longer yours to review.')
  await click('Next case')
  await screen.findByText('Loading APP-2…')
  expect(screen.queryByRole('button', { name: 'Next case' })).toBeNull()
  reading.release()
  await findCase('APP-2')
  await waitFor(() => expect(countReads('APP-2')).toBe(2))
  await new Promise<void>((quiet) => runAfterQuiet(0, quiet))
  expect(screen.queryByRole('button', { name: 'Next case' })).toBeNull()
})

test('a queue that cannot be loaded says why, and is tried again', async () => {
  api.answer({ nextReview: refuse('unavailable') })
  await visit('/review')
  await screen.findByText('The queue could not be loaded')
  const again = holdBack()
  api.answer({
    async nextReview({ query }) {
      await again.promise
      return listNext(query.skip)
    },
  })
  await click('Try again')
  await screen.findByText('Loading the next case…')
  expect(screen.queryByText('The queue could not be loaded')).toBeNull()
  again.release()
  await findCase('APP-1')
})

test('a long queue counts up to a bound; an empty one says what comes into it', async () => {
  const more = { done: 3, total: 200, more: true }
  api.answer({ nextReview: ({ query }) => ({ ...listNext(query.skip), progress: more }) })
  const page = await visit('/review')
  await findCase('APP-1')
  expect(screen.getByText(/^3 of 200\+ today$/)).toBeDefined()
  page.unmount()
  recorded.push(...numbers)
  api.answer({ nextReview: ({ query }) => listNext(query.skip) })
  await visit('/review')
  await screen.findByText(/^Applications come here when they are assigned to you/)
  expect(screen.queryByRole('button', { name: 'Show the skipped cases' })).toBeNull()
  recorded = []
  await click('Look again')
  await findCase('APP-1')
})
