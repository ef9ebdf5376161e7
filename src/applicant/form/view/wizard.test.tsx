import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { toast } from '#kit/ui/feedback/toast.ts'
import { type Answers, sections } from '#shared/application/sections.ts'
import { steps } from '#shared/application/steps.ts'
import { createEmptyAnswers } from '#shared/forms/section.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { renderForm } from '#tests/support/ui/rendered-form.tsx'
import { createInitialFormState } from '../state/touched-fields.ts'
import { getReachableStep, getStepToResume } from '../state/wizard-steps.ts'
import { Wizard } from './wizard.tsx'

const complete = createCompleteAnswers('/api/v1/files/1')
const user = userEvent.setup()
const click = (name: string) => user.click(screen.getByRole('button', { name }))
const heading = () => screen.getByRole('heading', { level: 2, name: /^Step/ }).textContent
const toasts = () => screen.getByRole('region', { name: 'Messages' }).textContent

beforeEach(toast.clear)

function show(from: number, answers: Partial<Answers> = {}) {
  const submitted: Answers[] = []
  const opened: number[] = []
  function Page() {
    const [step, setStep] = useState(from)
    return (
      <Wizard
        steps={steps}
        current={step}
        messages={{
          incomplete: 'Please fill out all required fields before proceeding.',
          uploading: 'Wait.',
          unsent: 'Not sent.',
          stalled: 'Offline.',
        }}
        isSubmitting={false}
        onGo={(to) => {
          opened.push(to)
          setStep(to)
        }}
        onSubmit={() => submitted.push(rendered.answers())}
      />
    )
  }
  const rendered = renderForm(<Page />, answers)
  return { ...rendered, submitted, opened }
}

test('Next on an invalid step shows a toast and a summary, and focuses the first error', async () => {
  show(0)
  expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull()
  // A form that opens moves no focus.
  expect(document.activeElement).toBe(document.body)
  const line = within(screen.getByRole('list', { name: 'Steps of the form' }))
  expect(line.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1Personal details, current',
    '2Education, not started',
    '3Experience, not started',
    '4Publications and awards, not started',
    '5Referees, not started',
    '6Preview, not started',
    '7Submitted, not started',
  ])
  await click('Next')
  expect(heading()).toBe('Step 1 of 7Personal details')
  expect(toasts()).toContain('Please fill out all required fields before proceeding.')
  const field = screen.getByRole('textbox', { name: 'Place of birth' })
  expect(document.activeElement).toBe(field)
  const summary = screen.getByRole('alert')
  expect(within(summary).getByRole('link').textContent).toBe('Place of birth is required.')
  await user.type(field, 'Jos')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(field)
  await click('Next')
  expect(heading()).toBe('Step 2 of 7Education')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: /^Step/ }))
})

test('the summary links to each error, also inside a collapsed card', async () => {
  const { opened } = show(1, {
    ...complete,
    institutions: [{ ...complete.institutions[0]!, course: '', endYear: '1990' }],
  })
  await screen.findByRole('button', { name: 'Add institution' })
  await click('Next')
  const links = within(screen.getByRole('alert')).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'All institution fields are required.',
    'Invalid date range for institution 1: start year must be before end year.',
  ])
  await user.click(screen.getByRole('button', { name: /^Institution 1/ }))
  await user.click(links[1] as HTMLElement)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'End year' })))
  // The step is open: the way back in the browser's history gets no longer.
  expect(opened).toEqual([])
})

test('Previous shows the errors and goes back all the same', async () => {
  show(1, { placeOfBirth: 'Jos' })
  await screen.findByRole('button', { name: 'Add institution' })
  await click('Previous')
  expect(heading()).toBe('Step 1 of 7Personal details')
  expect(toasts()).toContain(sections.institutions.messages.tooFew)
  const line = screen.getByRole('list', { name: 'Steps of the form' })
  expect(within(line).getByText('Education').closest('li')?.textContent).toContain('needs attention')
})

test('of many errors Previous says the first three', async () => {
  show(4, { ...complete, referees: complete.referees.map((referee) => ({ ...referee, email: '', location: '' })) })
  await screen.findAllByRole('button', { name: /^Referee/ })
  await click('Previous')
  const messages = within(screen.getByRole('region', { name: 'Messages' }))
  expect(messages.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(3)
})

test('in the line of steps an earlier one opens with errors left behind, a later one only without', async () => {
  show(1, { placeOfBirth: 'Jos' })
  await screen.findByRole('button', { name: 'Add institution' })
  const line = within(screen.getByRole('list', { name: 'Steps of the form' }))
  await user.click(line.getByRole('button', { name: /Personal details/ }))
  expect(heading()).toBe('Step 1 of 7Personal details')
  await user.clear(screen.getByRole('textbox', { name: 'Place of birth' }))
  expect(line.queryByRole('button', { name: /Education/ })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Place of birth' }), 'Jos')
  await user.click(line.getByRole('button', { name: /Education/ }))
  expect(heading()).toBe('Step 2 of 7Education')
})

test('a running upload blocks Next with a message', async () => {
  const { queue } = show(1, complete)
  await screen.findByRole('button', { name: 'Add institution' })
  queue.add({ section: 'academicQualification', entryId: 'academicQualification-2', key: 'fileUrl' }, [
    new File(['x'], 'a.pdf'),
  ])
  await click('Next')
  expect([heading(), toasts()]).toEqual(['Step 2 of 7Education', expect.stringContaining('Wait.')])
  expect(document.activeElement?.textContent).toContain('Wait.')
  expect(document.activeElement?.nextElementSibling).toBe(screen.getByRole('button', { name: 'Next' }).parentElement)
  // Beside the message that passes. It belongs to the step, and ends with the upload.
  const countBanners = () => screen.getAllByText('Wait.').length - 1
  expect(countBanners()).toBe(1)
  await click('Previous')
  expect(countBanners()).toBe(0)
  await click('Next')
  await click('Next')
  expect(countBanners()).toBe(1)
  act(() => queue.remove(1))
  expect(countBanners()).toBe(0)
})

test('Submit waits for a file that stalled when the connection was lost, and goes through once it is uploaded', async () => {
  const { form, queue, sent, submitted } = show(5, complete)
  const [entryId = ''] = form.getState().entryIds.grants ?? []
  queue.add({ section: 'grants', entryId, key: 'fileUrl' }, [new File(['x'], 'a.pdf')])
  sent[0]?.fail('No answer.', { isOffline: true })
  await waitFor(() => expect(queue.countStalled(['grants'])).toBe(1))
  await click('Submit')
  expect([submitted, toasts()]).toEqual([[], expect.stringContaining('Offline.')])
  // Beside the message that passes.
  expect(screen.getAllByText('Offline.')).toHaveLength(2)
  // In the step of the file there is no Submit.
  await user.click(screen.getByRole('button', { name: /^Publications and awards/ }))
  expect(screen.getAllByText('Offline.')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: /Preview/ }))
  queue.retryStalled()
  sent[1]?.succeed()
  await waitFor(() => expect(queue.getUploads()).toEqual([]))
  await click('Submit')
  expect(submitted).toHaveLength(1)
})

test('the fifth step leads to the preview, and the preview to Submit', async () => {
  const { submitted } = show(4, complete)
  await screen.findByText('Prof. Ngozi Example, Dean of School, Example Polytechnic')
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  await click('Preview')
  expect(heading()).toBe('Step 6 of 7Preview')
  // The step is read from the top of its page.
  expect(focus.mock.lastCall).toEqual([{ preventScroll: true }])
  await click('Submit')
  expect(submitted).toEqual([complete])
})

test('the line of steps leads back, and forward as far as the answers are valid', async () => {
  show(2, { ...complete, referees: [] })
  const line = within(screen.getByRole('list', { name: 'Steps of the form' }))
  const names = () => line.getAllByRole('button').map(({ textContent }) => textContent)
  // Not the open step, and none behind the first that is invalid.
  expect(names()).toEqual([
    'Personal details, done',
    'Education, done',
    'Publications and awards, done',
    '5Referees, not started',
  ])
  await user.click(line.getByRole('button', { name: /Education/ }))
  expect(heading()).toBe('Step 2 of 7Education')
  await user.click(line.getByRole('button', { name: /Publications and awards/ }))
  expect(heading()).toBe('Step 4 of 7Publications and awards')
})

test('Submit validates every section, and each error links to its step', async () => {
  const { submitted } = show(5, { ...complete, placeOfBirth: ' ', referees: complete.referees.slice(1) })
  await click('Submit')
  expect(submitted).toEqual([])
  const summary = screen.getByRole('alert')
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Place of birth is required.', 'Please provide at least 3 referees.'])
  expect(document.activeElement).toBe(summary.parentElement)
  await user.click(within(summary).getByRole('link', { name: 'Place of birth is required.' }))
  expect(heading()).toBe('Step 1 of 7Personal details')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Place of birth' })))
})

test('a file that could not be sent keeps the step until it is sent again or removed', async () => {
  const { queue, sent } = show(1, complete)
  await screen.findByRole('button', { name: 'Add institution' })
  queue.add({ section: 'academicQualification', entryId: 'academicQualification-2', key: 'fileUrl' }, [
    new File(['x'], 'a.pdf'),
  ])
  await act(async () => sent[0]?.fail('Too slow.'))
  await click('Next')
  expect([heading(), document.activeElement?.textContent]).toEqual([
    'Step 2 of 7Education',
    expect.stringContaining('Not sent.'),
  ])
  act(() => queue.remove(1))
  await click('Next')
  expect(heading()).toBe('Step 3 of 7Experience')
})

test('Next leads to the first question of an entry that is only ready', async () => {
  show(1, { placeOfBirth: 'Jos' })
  await screen.findByRole('button', { name: 'Add institution' })
  const next = screen.getByRole('button', { name: 'Next' })
  for (let n = 0; n < 60 && document.activeElement !== next; n += 1) await user.tab()
  await user.keyboard('{Enter}')
  expect(document.activeElement?.id).toBe('institutions-1.name')
})

test('the last step of the line is done when it is reached, and so is one that was left empty on the way', () => {
  show(6, {
    ...complete,
    publication: [],
    honors: [],
    grants: [],
    inventions: [],
    service: [],
    professionalMemberships: [],
  })
  const line = screen.getByRole('list', { name: 'Steps of the form' })
  for (const step of ['Publications and awards', 'Submitted'])
    expect(within(line).getByText(step).closest('li')?.textContent).toContain('done')
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a section’s heading does not repeat the title of its step', async () => {
  show(2, complete)
  await screen.findByRole('region', { name: 'Experience' })
  const seen = screen.getAllByRole('heading', { level: 2 }).filter(({ className }) => !className.includes('hidden'))
  expect(seen.map(({ textContent }) => textContent)).toEqual(['Step 3 of 7Experience'])
})

test('entries without any answer are dropped when the step is left', async () => {
  const { answers } = show(3, complete)
  expect(screen.getByText(/^Everything in this step is optional\./)).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Add publication' }))
  expect(answers().publication).toHaveLength(2)
  await click('Next')
  expect(answers().publication).toEqual(complete.publication)
})

test.each([
  ['nothing is answered', {}, 0, 0],
  ['the second step is half done', { placeOfBirth: 'Jos', institutions: complete.institutions }, 1, 1],
  ['the fourth step has been begun', { ...complete, referees: [], hobby: '', professionalAchievement: '' }, 3, 4],
  ['everything is answered', complete, 5, 5],
])(
  'when %s, the form resumes at that step and opens no step beyond the first invalid one',
  (_, answers, resumed, reachable) => {
    const state = createInitialFormState(sections, { ...createEmptyAnswers(sections), ...answers })
    expect([getStepToResume(steps, state, sections), getReachableStep(steps, state, sections)]).toEqual([
      resumed,
      reachable,
    ])
  },
)
