import { Stepper } from '#web/ui/layout/stepper.tsx'
import { useForm, useFormPart } from '../state/form-context.tsx'
import { reachableStep, stepMarks, type WizardStep } from '../state/wizard-steps.ts'

interface Props {
  steps: readonly WizardStep[]
  current: number
  onBack(to: number): void
  onAhead(to: number): void
}

/** All steps with how they stand. Until the form is sent, each can be gone to, ahead as far as all before is sound. */
export function StepLine({ steps, current, onBack, onAhead }: Props) {
  const { form } = useForm()
  const state = useFormPart((whole) => whole)
  const isOver = steps[current]?.forward === null
  const marks = stepMarks(steps, current, state, form.sections)
  const reachable = Math.max(current, reachableStep(steps, state, form.sections))
  const press = (to: number) => {
    if (isOver || to === current || to > reachable) return {}
    return { onPress: () => (to < current ? onBack(to) : onAhead(to)) }
  }
  return <Stepper label="Steps of the form" steps={marks.map((mark, i) => ({ ...mark, ...press(i) }))} />
}
