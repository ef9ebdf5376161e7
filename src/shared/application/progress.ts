import type { EntryValues } from '../forms/field.ts'
import { createEmptyAnswers } from '../forms/section.ts'
import { validateSections } from '../forms/validation.ts'
import { sections } from './sections.ts'
import { steps } from './steps.ts'

export interface FormProgress {
  /** How many steps are complete, one after the other from the first. The last two have no questions. */
  stepsDone: number
  /** The titles of the steps in which something is missing or wrong; none when the form can be submitted. */
  missing: string[]
}

/** How far a draft is. Sections that it lacks count as empty. */
export function getFormProgress(draft: EntryValues): FormProgress {
  const answers = { ...createEmptyAnswers(sections), ...draft }
  const incomplete = steps.filter(({ sections: names }) => validateSections(sections, answers, [...names]).size > 0)
  const [first] = incomplete
  return {
    stepsDone: first ? steps.indexOf(first) : steps.filter(({ sections: names }) => names.length > 0).length,
    missing: incomplete.map(({ title }) => title),
  }
}
