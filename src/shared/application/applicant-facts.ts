// The applicant's facts as people read them.
import { formatDate } from '../format/dates.ts'
import { country, genders } from '../reference-data/option-lists.ts'
import { getLgaOptions, stateOptions } from '../reference-data/states.ts'
import { type Applicant, applicantKeys, applicantLabels } from './applicant.ts'

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
