import { type Table, tableOf } from '../forms/table.ts'
import { type Applicant, personalTable } from './applicant.ts'
import { type Answers, sections } from './sections.ts'

/** Every table of an application in its order; kept with the answers on submission, so that an old slip never changes. */
export const shownTables = (applicant: Applicant, answers: Answers): Table[] => [
  personalTable(applicant, answers.placeOfBirth),
  ...Object.entries(sections)
    .filter(([name]) => name !== 'placeOfBirth')
    .map(([name, section]) => tableOf(name, section, answers[name as keyof Answers])),
]
