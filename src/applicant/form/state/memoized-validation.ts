// Validation cached per section answer: a keystroke changes one section, and the stepper asks about all of them.
import type { Section, Sections } from '#shared/forms/section.ts'
import { type ValidationErrors, validateSections } from '#shared/forms/validation.ts'
import type { FormState } from './form-state.ts'
import { getAnsweredEntries } from './ready-entries.ts'

const cache = new WeakMap<object, { section: Section; ready: FormState['ready']; errors: ValidationErrors }>()

/** As `validateSections`, and ready entries count as absent. Answers must never be changed in place. */
export function validateMemoized(sections: Sections, state: FormState, names: readonly string[]): ValidationErrors {
  return new Map(names.flatMap((name) => [...validateSectionMemoized(sections, state, name)]))
}

function validateSectionMemoized(sections: Sections, state: FormState, name: string): ValidationErrors {
  const { answers, ready } = state
  const section = sections[name]
  const answer = answers[name]
  if (!section || typeof answer !== 'object' || answer === null) return validateSections(sections, answers, [name])
  const cached = cache.get(answer)
  if (cached?.section === section && cached.ready === ready) return cached.errors
  const known = section.shape === 'list' ? { [name]: getAnsweredEntries(state, name) } : answers
  const errors = validateSections(sections, known, [name])
  cache.set(answer, { section, ready, errors })
  return errors
}
