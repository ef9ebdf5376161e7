// Validation cached per section answer: a keystroke changes one section, and the stepper asks about all of them.
import type { EntryValues } from '#shared/forms/field.ts'
import type { Section, Sections } from '#shared/forms/section.ts'
import { type ValidationErrors, validateSections } from '#shared/forms/validation.ts'

const cache = new WeakMap<object, { section: Section; errors: ValidationErrors }>()

/** As `validateSections`. Answers must never be changed in place. */
export function validateMemoized(sections: Sections, answers: EntryValues, names: readonly string[]): ValidationErrors {
  return new Map(names.flatMap((name) => [...validateSectionMemoized(sections, answers, name)]))
}

function validateSectionMemoized(sections: Sections, answers: EntryValues, name: string): ValidationErrors {
  const section = sections[name]
  const answer = answers[name]
  if (!section || typeof answer !== 'object' || answer === null) return validateSections(sections, answers, [name])
  const cached = cache.get(answer)
  if (cached?.section === section) return cached.errors
  const errors = validateSections(sections, answers, [name])
  cache.set(answer, { section, errors })
  return errors
}
