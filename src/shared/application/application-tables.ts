import { createSectionTable, type Table } from '../forms/table.ts'
import { type Applicant, createPersonalTable } from './applicant.ts'
import { type Answers, sections } from './sections.ts'

/** Every table of an application in its order; kept with the answers on submission, so that an old slip never changes. */
export const renderApplicationTables = (applicant: Applicant, answers: Answers): Table[] => [
  createPersonalTable(applicant, answers.placeOfBirth),
  ...Object.entries(sections)
    .filter(([name]) => name !== 'placeOfBirth')
    .map(([name, section]) => createSectionTable(name, section, answers[name as keyof Answers])),
]
