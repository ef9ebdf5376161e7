import { isBlank } from '#shared/forms/field.ts'
import type { Sections } from '#shared/forms/section.ts'
import { isBlankItem } from '#shared/forms/section.ts'
import type { StepMark, StepState } from '#web/ui/layout/stepper.tsx'
import type { FormState } from './form-state.ts'
import { knownComplaints } from './memoized-validation.ts'
import { seenComplaints } from './visible-errors.ts'

export interface WizardStep {
  readonly title: string
  readonly sections: readonly string[]
  /** The words on the button that leads on; none on the last step. */
  readonly forward: string | null
}

/** What must be sound before a step is left: its own sections, or all where the step asks nothing. */
export function checkedAt(steps: readonly WizardStep[], step: number): readonly string[] {
  const own = steps[step]?.sections ?? []
  return own.length > 0 ? own : steps.flatMap(({ sections }) => sections)
}

/** How each step stands. Derived each time: a step that was sound may have become faulty, and the other way round. */
export const stepMarks = (
  steps: readonly WizardStep[],
  current: number,
  state: FormState,
  sections: Sections,
): StepMark[] =>
  steps.map(({ title, sections: names }, i) => ({
    name: title,
    state: i === current ? 'current' : stateOf(state, sections, names, i < current),
  }))

function stateOf(state: FormState, sections: Sections, names: readonly string[], isPassed: boolean): StepState {
  if (names.length === 0) return isPassed ? 'done' : 'ahead'
  if (seenComplaints(state, sections, names).size > 0) return 'faulty'
  const isSound = knownComplaints(sections, state.answers, names).size === 0
  return isSound && (isPassed || hasAnswers(state, sections, names)) ? 'done' : 'ahead'
}

/**
 * Where somebody goes on who comes from another computer: at the first step with something missing, but not beyond the
 * last one on which anything was written.
 */
export function resumedStep(steps: readonly WizardStep[], state: FormState, sections: Sections): number {
  const asking = steps.filter(({ sections: names }) => names.length > 0)
  const missing = asking.findIndex(({ sections: names }) => knownComplaints(sections, state.answers, names).size > 0)
  const written = asking.reduce((last, step, i) => (hasAnswers(state, sections, step.sections) ? i : last), 0)
  return missing < 0 ? asking.length : Math.min(missing, written)
}

/** The furthest step that may be opened: all before it are sound. */
export function reachableStep(steps: readonly WizardStep[], state: FormState, sections: Sections): number {
  const missing = steps.findIndex(({ sections: names }) => knownComplaints(sections, state.answers, names).size > 0)
  const preview = steps.findIndex(({ sections: names }) => names.length === 0)
  return missing < 0 ? preview : missing
}

function hasAnswers({ answers }: FormState, sections: Sections, names: readonly string[]): boolean {
  return names.some((name) => {
    const section = sections[name]
    if (section?.shape === 'group') return !isBlankItem(section.fields, answers[name] as object as never)
    return !isBlank(answers[name])
  })
}
