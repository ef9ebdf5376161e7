// Every section of the application form by its name in the document.
// This is the order of slips and exports; the wizard's order is in steps.ts.
import type { AnswersOf } from '../forms/section.ts'
import { grants, honors, inventions, professionalMemberships, publication, service } from './achievements.ts'
import { hobby, professionalAchievement, referees } from './closing.ts'
import { academicQualification, institutions } from './education.ts'
import { experience } from './experience.ts'
import { contactAddress, homeAddress, placeOfBirth } from './personal.ts'

export const sections = {
  placeOfBirth,
  homeAddress,
  contactAddress,
  institutions,
  academicQualification,
  experience,
  professionalMemberships,
  publication,
  honors,
  grants,
  inventions,
  service,
  referees,
  professionalAchievement,
  hobby,
} as const

export type SectionName = keyof typeof sections
export type Answers = AnswersOf<typeof sections>
