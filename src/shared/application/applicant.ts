// What the account says about its owner, as every reader of an application shows it.

import { formatDate } from '../format/dates.ts'
import { createFactsTable, type Table } from '../forms/table.ts'
import { country } from '../reference-data/country.ts'
import { genders } from '../reference-data/option-lists.ts'
import { getLgaOptions, stateOptions } from '../reference-data/states.ts'

export interface Applicant {
  userId: string
  surName: string
  firstName: string
  middleName: string
  phone: string
  /** yyyy-MM-dd */
  dateOfBirth: string
  email: string
  gender: 'm' | 'f'
  lga: string
  /** The state's alias. */
  state: string
  faculty: string
  department: string
  role: string
}

export const getApplicantFacts = (applicant: Applicant): [string, string][] => [
  ['Surname', applicant.surName],
  ['First name', applicant.firstName],
  ['Middle name', applicant.middleName],
  ['User ID', applicant.userId],
  ['Phone', applicant.phone],
  ['Email', applicant.email],
  ['Date of birth', formatDate(applicant.dateOfBirth)],
  ['Gender', genders[applicant.gender]],
  ['LGA', getLgaOptions(applicant.state)[applicant.lga] ?? applicant.lga],
  ['State', stateOptions[applicant.state] ?? applicant.state],
  ['Country', country.label],
  ['School', applicant.faculty],
  ['Department', applicant.department],
  ['Role', applicant.role],
]

/** The first table of every preview and slip: the account's facts, then where the applicant was born. */
export const createPersonalTable = (applicant: Applicant, placeOfBirth: string): Table =>
  createFactsTable('personal', 'Personal details', [...getApplicantFacts(applicant), ['Place of birth', placeOfBirth]])
