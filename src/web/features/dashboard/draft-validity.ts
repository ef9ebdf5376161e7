// Apart from stage-stepper.tsx, because it needs the description of the whole form, which loads later.
import { sections } from '#shared/application/sections.ts'
import { validateSections } from '#shared/forms/validation.ts'
import { readAnswers } from '#web/form/state/read-answers.ts'

/** Whether the wizard would find no error in the draft. */
export const isDraftValid = (draft: Readonly<Record<string, unknown>>) =>
  validateSections(sections, readAnswers(sections, draft)).size === 0
