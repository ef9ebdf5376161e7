// The tables of previews, slips and the snapshot that is stored on submission.
import { formatDate } from '../format/dates.ts'
import { createFactsTable, createSectionTable, type Table } from '../forms/table.ts'
import { country, genders } from '../reference-data/option-lists.ts'
import { getLgaOptions, stateOptions } from '../reference-data/states.ts'
import { type Applicant, applicantKeys, applicantLabels } from './applicant.ts'
import { type Answers, sections } from './sections.ts'

/** Facts that are stored in another form than people read. */
const formats: Partial<Record<keyof Applicant, (applicant: Applicant) => string>> = {
  dateOfBirth: ({ dateOfBirth }) => formatDate(dateOfBirth),
  gender: ({ gender }) => genders[gender],
  lga: ({ state, lga }) => getLgaOptions(state)[lga] ?? lga,
  state: ({ state }) => stateOptions[state] ?? state,
  country: () => country.label,
}

/** Label and text of each fact. */
export const getApplicantFacts = (applicant: Applicant): [string, string][] =>
  applicantKeys.map((key) => [applicantLabels[key], formats[key]?.(applicant) ?? applicant[key]])

const createPersonalTable = (applicant: Applicant, placeOfBirth: string): Table =>
  createFactsTable('personal', 'Personal details', [...getApplicantFacts(applicant), ['Place of birth', placeOfBirth]])

/** Every table of an application in its order. Stored with the answers on submission, so that a slip never changes. */
export const renderApplicationTables = (applicant: Applicant, answers: Answers): Table[] => [
  createPersonalTable(applicant, answers.placeOfBirth),
  ...Object.entries(sections)
    .filter(([name]) => name !== 'placeOfBirth')
    .map(([name, section]) => createSectionTable(name, section, answers[name as keyof Answers])),
]
