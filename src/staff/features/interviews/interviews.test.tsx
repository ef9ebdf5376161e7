// A member of a panel fills in a score sheet; what the panel found is shown once all sheets are in, and becomes a result.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StaffCallName } from '#shared/api/staff/calls.ts'
import type { ResultDetails } from '#shared/api/staff/results.ts'
import type { Permission } from '#shared/roles/permissions.ts'
import { addUp, defaultCriteria } from '#shared/staff/interviews.ts'
import { buildInterview, buildResult, interviewSeat } from '#tests/support/fixtures/interviews.ts'
import { refuse } from '#tests/support/ui/scripted-staff-api.ts'
import {
  click,
  comeBackLater,
  expectReadAgain,
  fill,
  findDialog,
  findToast,
  followMenu,
  setUpStaffApi,
  user,
  visit,
  waitForNoDialog,
  watchOldData,
} from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()
const points = [12, 14, 9, 15, 18]
const scores = defaultCriteria.map(({ name }, n) => ({ criterion: name, score: points[n] ?? 0 }))
const own = { scores, total: addUp(scores), note: null, handedInAt: '2039-03-04T09:00:00.000Z' }

test('the own interviews lead to the sheet, which is added up and handed in once', async () => {
  api.signInAs({ roles: ['reviewer'] })
  const { seat, number, name, role, startsAt, panel } = buildInterview()
  const row = { seat, number, name, role, startsAt, panel, sitting: 'Interviews', venue: 'Main hall' }
  api.answer({ interviews: { interviews: [{ ...row, state: 'open' }] }, interview: buildInterview() })
  await visit('/interviews')
  await screen.findByText('Your sheet is open')
  expect(screen.getByRole('cell', { name: `Main hall, Interviews, ${panel}` })).toBeDefined()
  // Of the exercise that the head of the page names.
  expect(api.requests('interviews')).toEqual([{ query: { exercise: '2024' } }])
  screen.getByRole('link', { name: 'Sule Amaka' }).click()
  await screen.findByRole('heading', { level: 1, name: 'Sule Amaka' })
  for (const { criterion, score } of scores) {
    // Not before each has its points.
    expect(screen.queryByText(/^Total:/)).toBeNull()
    // Nobody means a score by what is no whole number.
    await fill(criterion, '1e1')
    expect(screen.queryByText(/^Total:/)).toBeNull()
    await fill(criterion, ` ${score} `)
  }
  await screen.findByText('Total: 68 of 100')
  const handedIn = buildInterview({ own, obstacle: 'handed_in' })
  // Also where it cannot be read again.
  const readOld = watchOldData()
  api.answer({ handInSheet: handedIn, interview: refuse('unavailable') })
  await click('Hand in the sheet')
  await findToast('Your sheet is handed in.')
  expect(api.requests('handInSheet')).toEqual([{ params: { id: interviewSeat }, body: { scores, note: '' } }])
  expect(readOld()).toEqual(['interviews', 'result'])
  expect(await screen.findByText(/You have given 68 of 100\. The sheets are shown once all are in\./)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Hand in the sheet' })).toBeNull()
})

test.each([
  ['absent', 'The applicant was absent.'],
  ['archived', 'The exercise is archived.'],
  ['not_open', 'The sheet opens on the day of the interview. It is on 4 March 2039.'],
] as const)('where no sheet can be handed in the page says why (%s), and offers none', async (obstacle, said) => {
  api.signInAs({ roles: ['reviewer'] })
  api.answer({ interview: buildInterview({ obstacle }) })
  await visit(`/interviews/${interviewSeat}`)
  await screen.findByText(said)
  const facts = ['Ada Obi', 'Bola Ige'].map((name) => screen.getByText(name).nextElementSibling?.textContent)
  expect(facts).toEqual(['Not yet', 'Handed in'])
  expect(screen.queryByRole('button', { name: 'Hand in the sheet' })).toBeNull()
})

test.each([
  ['a score that is missing', 'scores.4.score', 'Enter a whole number from 0 to 20.'],
  ['a note that is refused', 'note', 'Use at most 2,000 characters.'],
])('%s is named at its field', async (_, field, message) => {
  api.signInAs({ roles: ['reviewer'] })
  api.answer({
    interview: buildInterview(),
    handInSheet: refuse('invalid_request', { errors: [{ path: field, message }] }),
  })
  await visit(`/interviews/${interviewSeat}`)
  for (const { name } of defaultCriteria) await fill(name, name.startsWith('Conduct') ? '21' : '10')
  await fill('Note for the panel (optional)', 'Well prepared.')
  await click('Hand in the sheet')
  expect((await screen.findByText(message)).id).toMatch(/-error$/)
})

test('a sheet that cannot be handed in any more says why, and is gone', async () => {
  api.signInAs({ roles: ['reviewer'] })
  api.answer({ interview: buildInterview(), handInSheet: refuse('changed_meanwhile', {}) })
  await visit(`/interviews/${interviewSeat}`)
  for (const { name } of defaultCriteria) await fill(name, '10')
  api.answer({ interview: buildInterview({ obstacle: 'absent' }) })
  await click('Hand in the sheet')
  await screen.findByText('The applicant was absent.')
})

test('what is typed into a sheet is there again when the interview has only been moved meanwhile', async () => {
  api.signInAs({ roles: ['reviewer'] })
  api.answer({ interview: buildInterview() })
  await visit(`/interviews/${interviewSeat}`)
  for (const { name } of defaultCriteria) await fill(name, '10')
  api.answer({ interview: buildInterview({ obstacle: 'not_open' }) })
  await comeBackLater()
  await screen.findByText('There is no score sheet to fill in')
  expect(screen.queryByRole('button', { name: 'Hand in the sheet' })).toBeNull()
  api.answer({ interview: buildInterview() })
  await comeBackLater()
  await screen.findByText('Total: 50 of 100')
  const fields = screen.getAllByRole<HTMLInputElement>('textbox', { description: /^From 0 to/ })
  expect(fields.map(({ value }) => value)).toEqual(defaultCriteria.map(() => '10'))
})

test('a mean that somebody else has entered meanwhile is read again', async () => {
  api.signInAs({ roles: ['exam'] })
  const summary = { mean: 70, lowest: 68, highest: 72, deviation: 2 }
  api.answer({
    interview: buildInterview({ isMember: false, sheets: [{ name: 'Ada Obi', ...own }], summary }),
    applicantResult: buildResult(),
    takeInterviewResult: refuse('changed_meanwhile', {}),
  })
  await visit(`/interviews/${interviewSeat}`)
  await screen.findByRole('button', { name: 'Enter the mean as the result' })
  expect(screen.queryByText('Not possible now')).toBeNull()
  api.answer({ applicantResult: buildResult({ obstacle: 'absent' }) })
  await click('Enter the mean as the result')
  await screen.findByText('Not possible now')
})

test('once all are in, each sheet is shown with mean and spread, and the mean is entered as the result', async () => {
  api.signInAs({ roles: ['exam'] })
  const sheets = [
    { name: 'Ada Obi', ...own },
    { name: 'Bola Ige', ...own, total: 72 },
  ]
  const summary = { mean: 70, lowest: 68, highest: 72, deviation: 2 }
  const waiting = {
    score: 70,
    maximum: 100,
    remark: null,
    isOfPanel: true,
    isOwn: true,
    by: 'Ngozi Uba',
    at: '2039-03-04T10:00:00.000Z',
  }
  const entered = buildResult({ version: 1, waiting, isSecondPerson: false })
  api.answer({
    interview: buildInterview({ isMember: false, sheets, summary }),
    applicantResult: buildResult(),
    takeInterviewResult: entered,
  })
  const { seat, number, name, role, startsAt, panel } = buildInterview()
  const row = { seat, number, name, role, startsAt, panel, sitting: 'Interviews', venue: 'Main hall' }
  api.answer({
    interviews: { interviews: [{ ...row, state: 'complete' }] },
    staffResults: { rows: [], next: null, count: { value: 0, more: false } },
    waitingResults: { results: [] },
  })
  const page = await visit('/results')
  await screen.findByText(/^No result waits to be confirmed\./)
  await followMenu('Interviews')
  await user.click(await screen.findByRole('link', { name: 'Sule Amaka' }))
  await screen.findByText('68 and 72')
  const rows = within(await screen.findByRole('table', { name: 'Score sheets' })).getAllByRole('row')
  expect(rows).toHaveLength(defaultCriteria.length + 2)
  expect(rows.at(-1)?.textContent).toBe('Total, of 1006872')
  api.answer({ takeInterviewResult: entered })
  const enter = await screen.findByRole('button', { name: 'Enter the mean as the result' })
  api.answer({ applicantResult: entered })
  enter.click()
  await findToast('Entered. Another person must confirm it.')
  await screen.findByText('Waits to be confirmed')
  expect(api.requests('takeInterviewResult')).toEqual([{ params: { id: interviewSeat }, body: { version: 0 } }])
  await expectReadAgain(api, 'Results', 'waitingResults')
  // What is entered by hand there is read again here.
  api.answer({ applicantResult: buildResult(), enterResult: entered })
  await click('Enter a result…')
  const first = await findDialog('Enter a result')
  await fill('Application number', number, first)
  await user.selectOptions(first.getByLabelText('Result of'), 'interview')
  await click('Continue', first)
  const dialog = await findDialog('Interview result of Sule Amaka')
  await fill('Score', '65', dialog)
  await click('Enter', dialog)
  await waitForNoDialog()
  const count = api.requests('applicantResult').length
  page.goBack()
  await waitFor(() => expect(api.requests('applicantResult')).toHaveLength(count + 1))
})

test('who is in no panel is told who chooses its members', async () => {
  api.signInAs({ roles: ['reviewer'] })
  api.answer({ interviews: { interviews: [] } })
  await visit('/interviews')
  await screen.findByText(/^You are in no panel/)
  expect(screen.queryByRole('table')).toBeNull()
})

const entered = {
  score: 70,
  maximum: 100,
  remark: null,
  isOfPanel: false,
  isOwn: false,
  by: 'Ngozi Uba',
  at: '2039-03-04T10:00:00.000Z',
}
const summary = { mean: 70, lowest: 68, highest: 72, deviation: 2 }
test.each<[string, Permission[], Partial<ResultDetails>, string[]]>([
  ['who only reads', [], { waiting: entered }, []],
  ['who only reads', [], { waiting: { ...entered, isOwn: true }, isSecondPerson: false }, []],
  ['who confirms', ['result:confirm'], { waiting: entered }, ['Confirm the result']],
  ['who confirms', ['result:confirm'], { waiting: entered, isSecondPerson: false }, []],
  ['who confirms', ['result:confirm'], { waiting: null }, []],
  ['who confirms', ['result:confirm'], { waiting: entered, isArchived: true }, []],
  ['who has entered', ['result:import'], { waiting: { ...entered, isOwn: true }, isArchived: true }, []],
  ['who confirms', ['result:confirm'], { waiting: entered, obstacle: 'withdrawn' }, []],
  ['who enters', ['result:import'], { waiting: null, obstacle: 'withdrawn' }, []],
  ['who enters', ['result:import'], { waiting: { ...entered, isOfPanel: true } }, []],
  [
    'who enters',
    ['result:import'],
    { newest: { ...entered, isOfPanel: true, confirmedBy: null, isPublished: true } },
    [],
  ],
  ['who enters', ['result:import'], { waiting: entered }, ['Enter the mean as the result']],
  [
    'who has entered',
    ['result:import'],
    { waiting: { ...entered, isOwn: true }, obstacle: 'withdrawn' },
    ['Take back my entry'],
  ],
])('%s results (and may %j) is offered for a result with %j: %j', async (_, more, details, offered) => {
  api.signInAs({ permissions: ['interview:read', 'result:read', ...more] })
  api.answer({ interview: buildInterview({ isMember: false, summary }), applicantResult: buildResult(details) })
  await visit(`/interviews/${interviewSeat}`)
  const card = within(await screen.findByRole('region', { name: 'Interview result' }))
  await card.findByText('Result')
  expect(card.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(offered)
})

test.each<[string, StaffCallName, Partial<ResultDetails>]>([
  ['Confirm the result', 'confirmResult', { waiting: entered }],
  ['Take back my entry', 'takeBackResult', { waiting: { ...entered, isOwn: true }, obstacle: 'withdrawn' }],
  ['Enter the mean as the result', 'takeInterviewResult', { waiting: null }],
])('"%s" works at it meanwhile, and a refusal stands above it', async (name, call, details) => {
  const permissions: Permission[] = ['interview:read', 'result:read', 'result:confirm', 'result:import']
  api.signInAs({ permissions })
  const answered = Promise.withResolvers<ReturnType<typeof refuse>>()
  api.answer({ interview: buildInterview({ isMember: false, summary }), applicantResult: buildResult(details) })
  api.answer({ [call]: () => answered.promise })
  await visit(`/interviews/${interviewSeat}`)
  const card = within(await screen.findByRole('region', { name: 'Interview result' }))
  const button = await card.findByRole('button', { name })
  await user.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  answered.resolve(refuse('changed_meanwhile'))
  await waitFor(() => expect(card.getByRole('alert').textContent).not.toBe(''))
  expect(api.requests(call)).toHaveLength(1)
})

test('who can do nothing with a result reads it without empty room below', async () => {
  api.signInAs({ roles: ['auditor'] })
  api.answer({ interview: buildInterview({ isMember: false }), applicantResult: buildResult() })
  await visit(`/interviews/${interviewSeat}`)
  const card = await screen.findByRole('region', { name: 'Interview result' })
  await within(card).findByText('None yet')
  expect(screen.queryByRole('button', { name: 'Hand in the sheet' })).toBeNull()
  expect([...card.querySelectorAll('div:empty')]).toEqual([])
})

test('members stand beside each other, and below them the notes that somebody wrote', async () => {
  api.signInAs({ roles: ['exam'] })
  const sheets = [
    { name: 'Ada Obi', ...own, note: 'A clear lecture.' },
    { name: 'Bola Ige', ...own, scores: scores.map((one, n) => ({ ...one, score: n })), note: null },
  ]
  const interview = buildInterview({ isMember: false, sheets })
  api.answer({ interview, applicantResult: buildResult() })
  await visit(`/interviews/${interviewSeat}`)
  const table = within(await screen.findByRole('table', { name: 'Score sheets' }))
  // Where it is wider than the page, keys scroll it.
  expect(screen.getByRole('region', { name: 'Score sheets' }).tabIndex).toBe(0)
  const headings = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headings).toEqual(['Scored', 'Ada Obi', 'Bola Ige'])
  const rows = table.getAllByRole('row').slice(1, -1)
  expect(rows.map(({ textContent }) => textContent)).toEqual(
    interview.criteria.map(({ name, maximum }, n) => `${name}, of ${maximum}${scores[n]?.score}${n}`),
  )
  const notes = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(notes.slice(0, 1)).toEqual(['A clear lecture.'])
  // The mean is not known yet.
  const result = within(await screen.findByRole('region', { name: 'Interview result' }))
  await result.findByText('None yet')
  expect(result.queryByRole('button', { name: 'Enter the mean as the result' })).toBeNull()
})
