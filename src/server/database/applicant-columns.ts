// The columns of an account that describe its owner, and the same facts in the names that other programs use.
import type { Applicant } from '#shared/application/applicant.ts'
import { country } from '#shared/reference-data/option-lists.ts'
import { accounts } from './schema/accounts-and-sessions.ts'

export const applicantColumns = {
  userId: accounts.userId,
  surname: accounts.surname,
  firstName: accounts.firstName,
  middleName: accounts.middleName,
  phone: accounts.phone,
  dateOfBirth: accounts.dateOfBirth,
  email: accounts.email,
  gender: accounts.gender,
  lga: accounts.lga,
  state: accounts.state,
  school: accounts.school,
  department: accounts.department,
  role: accounts.role,
}

type ApplicantRow = Pick<typeof accounts.$inferSelect, keyof typeof applicantColumns>

/** Field by field, so that a new column is not sent by accident. */
export const toApplicant = (row: ApplicantRow): Applicant => ({
  userId: row.userId,
  surName: row.surname,
  firstName: row.firstName,
  middleName: row.middleName,
  phone: row.phone,
  dateOfBirth: row.dateOfBirth,
  email: row.email,
  gender: row.gender,
  lga: row.lga,
  state: row.state,
  country: country.value,
  faculty: row.school,
  department: row.department ?? '',
  role: row.role,
})
