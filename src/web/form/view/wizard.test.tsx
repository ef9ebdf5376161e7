import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { type Answers, sections } from '#shared/application/sections.ts'
import { steps } from '#shared/application/steps.ts'
import { blankAnswers } from '#shared/forms/section.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { showForm } from '#tests/support/web/rendered-form.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { openForm } from '../state/touched-fields.ts'
import { reachableStep, resumedStep } from '../state/wizard-steps.ts'
import { Wizard } from './wizard.tsx'

const complete = completeAnswers('/api/v1/files/1')
const user = userEvent.setup()
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const heading = () => screen.getByRole('heading', { level: 2, name: /^Step/ }).textContent
const toasts = () => screen.getByRole('region', { name: 'Messages' }).textContent

beforeEach(toast.clear)

function show(from: number, answers: Partial<Answers> = {}) {
  const submitted: Answers[] = []
  function Page() {
    const [step, setStep] = useState(from)
    return (
      <Wizard
        steps={steps}
        current={step}
        words={{
          incomplete: 'Please fill out all required fields before proceeding.',
          uploading: 'Wait.',
          stalled: 'No line.',
        }}
        isSubmitting={false}
        onGo={setStep}
        onSubmit={() => submitted.push(shown.answers())}
      />
    )
  }
  const shown = showForm(<Page />, answers)
  return { ...shown, submitted }
}

test('Next is held until the step is valid: a toast, a summary, and the focus on the first fault', async () => {
  show(0)
  await press('Next')
  expect(heading()).toBe('Step 1 of 7Personal details')
  expect(toasts()).toContain('Please fill out all required fields before proceeding.')
  const field = screen.getByRole('textbox', { name: 'Place of birth' })
  expect(document.activeElement).toBe(field)
  const summary = screen.getByRole('alert')
  expect(within(summary).getByRole('link').textContent).toBe('Place of birth is required.')
  await user.type(field, 'Jos')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(field)
  await press('Next')
  expect(heading()).toBe('Step 2 of 7Education')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: /^Step/ }))
})

test('the summary leads to each fault, also into a card that was folded', async () => {
  show(1, { ...complete, institutions: [{ ...complete.institutions[0]!, course: '', endYear: '1990' }] })
  await screen.findByRole('button', { name: 'Add institution' })
  await press('Next')
  const links = within(screen.getByRole('alert')).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'All institution fields are required.',
    'Invalid date range for institution 1: start year must be before end year.',
  ])
  await user.click(screen.getByRole('button', { name: /^Institution 1/ }))
  await user.click(links[1] as HTMLElement)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'End year' })))
})

test('Previous says what is wrong and goes back all the same', async () => {
  show(1, { placeOfBirth: 'Jos' })
  await screen.findByRole('button', { name: 'Add institution' })
  await press('Previous')
  expect(heading()).toBe('Step 1 of 7Personal details')
  expect(toasts()).toContain(sections.institutions.words.tooFew)
  const line = screen.getByRole('list', { name: 'Steps of the form' })
  expect(within(line).getByText('Education').closest('li')?.textContent).toContain('needs attention')
})

test('a file on its way holds the step, and says so', async () => {
  const { queue } = show(1, complete)
  await screen.findByRole('button', { name: 'Add institution' })
  queue.start({ section: 'academicQualification', row: 'academicQualification-2', key: 'fileUrl' }, [
    new File(['x'], 'a.pdf'),
  ])
  await press('Next')
  expect([heading(), toasts()]).toEqual(['Step 2 of 7Education', expect.stringContaining('Wait.')])
})

test('the button of the fifth step is Preview, and leads to Submit', async () => {
  const { submitted } = show(4, complete)
  await screen.findByText('Prof. Ngozi Example, Dean of School, Example Polytechnic')
  await press('Preview')
  expect(heading()).toBe('Step 6 of 7Preview')
  await press('Submit')
  expect(submitted).toEqual([complete])
})

test('Submit checks everything again, and each error leads to its step', async () => {
  const { submitted } = show(5, { ...complete, placeOfBirth: ' ', referees: complete.referees.slice(1) })
  await press('Submit')
  expect(submitted).toEqual([])
  const summary = screen.getByRole('alert')
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Place of birth is required.', 'Please provide at least 3 referees.'])
  await user.click(within(summary).getByRole('link', { name: 'Place of birth is required.' }))
  expect(heading()).toBe('Step 1 of 7Personal details')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Place of birth' })))
})

test('entries in which nothing was written do not come along', async () => {
  const { answers } = show(3, complete)
  await user.click(await screen.findByRole('button', { name: 'Add publication' }))
  expect(answers().publication).toHaveLength(2)
  await press('Next')
  expect(answers().publication).toEqual(complete.publication)
})

test.each([
  ['nothing is written', {}, 0, 0],
  ['the second step is half done', { placeOfBirth: 'Jos', institutions: complete.institutions }, 1, 1],
  ['the fourth step has been begun', { ...complete, referees: [], hobby: '', professionalAchievement: '' }, 3, 4],
  ['all is written', complete, 5, 5],
])('whoever comes back when %s goes on there, and may go as far as all is sound', (_, answers, resumed, reachable) => {
  const state = openForm(sections, { ...blankAnswers(sections), ...answers })
  expect([resumedStep(steps, state, sections), reachableStep(steps, state, sections)]).toEqual([resumed, reachable])
})
