// The tables of previews, slips and the snapshot that is stored on submission.
import { createFactsTable, createSectionTable, type Table } from '../forms/table.ts'
import type { Applicant } from './applicant.ts'
import { getApplicantFacts } from './applicant-facts.ts'
import { type Answers, sections } from './sections.ts'

const createPersonalTable = (applicant: Applicant, placeOfBirth: string): Table =>
  createFactsTable('personal', 'Personal details', [...getApplicantFacts(applicant), ['Place of birth', placeOfBirth]])

/** Every table of an application in its order. Stored with the answers on submission, so that a slip never changes. */
export const renderApplicationTables = (applicant: Applicant, answers: Answers): Table[] => [
  createPersonalTable(applicant, answers.placeOfBirth),
  ...Object.entries(sections)
    .filter(([name]) => name !== 'placeOfBirth')
    .map(([name, section]) => createSectionTable(name, section, answers[name as keyof Answers])),
]
