import { useForm, useFormState } from '#applicant/form/form-context.tsx'
import { Stepper, type StepperStep } from '#kit/ui/layout/stepper.tsx'
import { type FormStep, getReachableStep, getStepperSteps } from '../state/wizard-steps.ts'

interface Props {
  steps: readonly FormStep[]
  current: number
  onBack(to: number): void
  onForward(to: number): void
}

/** All steps with their states. Until the form is submitted, each step up to the first invalid one can be opened. */
export function FormStepper({ steps, current, onBack, onForward }: Props) {
  const { form } = useForm()
  const state = useFormState((whole) => whole)
  const isSubmitted = steps[current]?.nextButton === null
  const reachable = Math.max(current, getReachableStep(steps, state, form.sections))
  const addLink = (step: StepperStep, to: number): StepperStep => {
    if (isSubmitted || to === current || to > reachable) return step
    return { ...step, onSelect: () => (to < current ? onBack(to) : onForward(to)) }
  }
  return (
    <Stepper label="Steps of the form" steps={getStepperSteps(steps, current, state, form.sections).map(addLink)} />
  )
}
