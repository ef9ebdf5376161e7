// The columns of a list of applicants to whom accounts are issued.
import { type Applicant, applicantLabels } from '../application/applicant.ts'
import { toLowerCaseLabel } from '../forms/field.ts'

const toHeading = (fact: keyof Applicant) => toLowerCaseLabel(applicantLabels[fact])

/** In characters. */
export const maxCell = 300

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

/** What the form for one applicant says below a field that is left empty. */
export const emptyAccountFieldMessages: Readonly<Partial<Record<AccountListColumn, string>>> = {
  surname: 'Enter the surname.',
  firstName: 'Enter the first name.',
  email: 'Enter the email address.',
  phone: 'Enter the phone number.',
  dateOfBirth: 'Enter the date of birth.',
  gender: 'Choose a gender.',
  state: 'Choose a state.',
  lga: 'Choose an LGA.',
  school: 'Choose a post.',
  department: 'Choose a post.',
  role: 'Choose a post.',
}

/** What it says below one that holds something else than it should, where a list says it in words of its own. */
export const wrongAccountFieldMessages: Readonly<Partial<Record<AccountListColumn, string>>> = {
  email: 'Enter an email address, such as name@example.org.',
  phone: 'Enter 11 digits that begin with 0, such as 08031234567.',
  dateOfBirth: 'Enter a date in the past.',
  gender: 'Choose a gender.',
  state: 'Choose a state.',
  lga: 'Choose an LGA of the state.',
  school: 'Choose a post that is open.',
  department: 'Choose a post that is open.',
  role: 'Choose a post that is open.',
  fee: 'Enter naira in figures, such as 12000.',
  charge: 'Enter naira in figures, such as 12000.',
}

/** Columns of the list of errors besides; a corrected list may still have them. */
export const errorListHeadings = { line: 'line', reasons: 'reasons' } as const
