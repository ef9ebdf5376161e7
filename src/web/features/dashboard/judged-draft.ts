import { sections } from '#shared/application/sections.ts'
import { complaintsAbout } from '#shared/form/complaints.ts'
import { readAnswers } from '#web/form/read-answers.ts'

/** Whether the wizard would find nothing wrong with it. */
export const isSound = (draft: Readonly<Record<string, unknown>>) =>
  complaintsAbout(sections, readAnswers(sections, draft)).size === 0
