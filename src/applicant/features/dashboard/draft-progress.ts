// Apart from use-form-progress.ts, because it needs the description of the whole form, which loads later.

import { readAnswers } from '#applicant/form/state/read-answers.ts'
import { type FormProgress, getFormProgress } from '#shared/application/progress.ts'
import { sections } from '#shared/application/sections.ts'

/** How far the wizard would find the draft. */
export const getDraftProgress = (draft: Readonly<Record<string, unknown>>): FormProgress =>
  getFormProgress(readAnswers(sections, draft))
