// The columns of a list of applicants to whom accounts are issued.
import { type Applicant, applicantLabels } from '../application/applicant.ts'
import { toLowerCaseLabel } from '../forms/field.ts'

const toHeading = (fact: keyof Applicant) => toLowerCaseLabel(applicantLabels[fact])

export const accountListHeadings = {
  surname: toHeading('surName'),
  firstName: toHeading('firstName'),
  middleName: toHeading('middleName'),
  email: toHeading('email'),
  phone: toHeading('phone'),
  dateOfBirth: toHeading('dateOfBirth'),
  gender: toHeading('gender'),
  state: toHeading('state'),
  lga: toHeading('lga'),
  school: toHeading('faculty'),
  department: toHeading('department'),
  role: toHeading('role'),
  fee: 'fee',
  charge: 'charge',
} as const
export type AccountListColumn = keyof typeof accountListHeadings
export const accountListColumns = Object.keys(accountListHeadings) as AccountListColumn[]
/** Empty, they stand for those of the exercise. */
export const optionalAccountListColumns: readonly AccountListColumn[] = ['fee', 'charge']

/** Columns of the list of errors besides; a corrected list may still have them. */
export const errorListHeadings = { line: 'line', reasons: 'reasons' } as const
