import { sections } from '#shared/application/sections.ts'
import { complaintsAbout } from '#shared/forms/validation.ts'
import { readAnswers } from '#web/form/state/read-answers.ts'

/** Whether the wizard would find nothing wrong with it. */
export const isSound = (draft: Readonly<Record<string, unknown>>) =>
  complaintsAbout(sections, readAnswers(sections, draft)).size === 0
