import type { StepperStep, StepState } from '#kit/ui/layout/stepper.tsx'
import { isEmpty } from '#shared/forms/field.ts'
import { isEmptyEntry, type Sections } from '#shared/forms/section.ts'
import type { FormState } from './form-state.ts'
import { validateMemoized } from './memoized-validation.ts'
import { findVisibleErrors } from './visible-errors.ts'

export interface FormStep {
  readonly title: string
  readonly hint?: string
  readonly sections: readonly string[]
  /** The label of the button to the next step; null on the last step. */
  readonly nextButton: string | null
}

/** The sections that must be valid before a step is left: its own, or all of them on a step without questions. */
export function getSectionsToCheck(steps: readonly FormStep[], step: number): readonly string[] {
  const own = steps[step]?.sections ?? []
  return own.length > 0 ? own : steps.flatMap(({ sections }) => sections)
}

/** Derived on every change, because an edit can make an earlier step invalid again. */
export const getStepperSteps = (
  steps: readonly FormStep[],
  current: number,
  state: FormState,
  sections: Sections,
): StepperStep[] =>
  steps.map(({ title, sections: names, nextButton }, i) => ({
    name: title,
    // Nothing is left to do in the last step.
    state: i === current && nextButton !== null ? 'current' : getStepState(state, sections, names, i <= current),
  }))

function getStepState(state: FormState, sections: Sections, names: readonly string[], isBehind: boolean): StepState {
  if (findVisibleErrors(state, sections, names).size > 0) return 'invalid'
  const isValid = validateMemoized(sections, state, names).size === 0
  return isValid && (isBehind || hasAnswers(state, sections, names)) ? 'done' : 'upcoming'
}

/** Where to resume on another computer: the first incomplete step, but not beyond the last one with any answer. */
export function getStepToResume(steps: readonly FormStep[], state: FormState, sections: Sections): number {
  const withQuestions = steps.filter(({ sections: names }) => names.length > 0)
  const incomplete = findInvalidStep(withQuestions, state, sections)
  const lastAnswered = withQuestions.reduce(
    (last, step, i) => (hasAnswers(state, sections, step.sections) ? i : last),
    0,
  )
  return incomplete < 0 ? withQuestions.length : Math.min(incomplete, lastAnswered)
}

/** The furthest step that may be opened: all steps before it are valid. */
export function getReachableStep(steps: readonly FormStep[], state: FormState, sections: Sections): number {
  const invalid = findInvalidStep(steps, state, sections)
  return invalid < 0 ? steps.findIndex(({ sections: names }) => names.length === 0) : invalid
}

const findInvalidStep = (steps: readonly FormStep[], state: FormState, sections: Sections) =>
  steps.findIndex(({ sections: names }) => validateMemoized(sections, state, names).size > 0)

/** Lists that have only ready entries are never valid, nor resumed. */
function hasAnswers(state: FormState, sections: Sections, names: readonly string[]): boolean {
  const { answers } = state
  return names.some((name) => {
    const section = sections[name]
    if (section?.shape === 'group') return !isEmptyEntry(section.fields, answers[name] as object as never)
    return !isEmpty(answers[name])
  })
}
