import { Stepper } from '#web/ui/stepper.tsx'
import { useForm, useFormPart } from './form-context.tsx'
import { stepMarks, type WizardStep } from './wizard-steps.ts'

interface Props {
  steps: readonly WizardStep[]
  current: number
  onBack(to: number): void
}

/** All steps with how they stand; those behind can be gone back to, unless the form has been sent. */
export function StepLine({ steps, current, onBack }: Props) {
  const { form } = useForm()
  const state = useFormPart((whole) => whole)
  const isOver = steps[current]?.forward === null
  const marks = stepMarks(steps, current, state, form.sections)
  return (
    <Stepper
      label="Steps of the form"
      steps={marks.map((mark, i) => (i < current && !isOver ? { ...mark, onPress: () => onBack(i) } : mark))}
    />
  )
}
