import type { accounts } from '#server/platform/database/schema/schema.ts'
import type { Applicant } from '#shared/application/applicant.ts'

export type ApplicantFacts = Pick<
  typeof accounts.$inferSelect,
  | 'userId'
  | 'surname'
  | 'firstName'
  | 'middleName'
  | 'phone'
  | 'dateOfBirth'
  | 'email'
  | 'gender'
  | 'lga'
  | 'state'
  | 'school'
  | 'department'
  | 'role'
>

/** What the account says about its owner, in the form's names. */
export const applicantOf = (account: ApplicantFacts): Applicant => ({
  userId: account.userId,
  surName: account.surname,
  firstName: account.firstName,
  middleName: account.middleName,
  phone: account.phone,
  dateOfBirth: account.dateOfBirth,
  email: account.email,
  gender: account.gender,
  lga: account.lga,
  state: account.state,
  faculty: account.school,
  department: account.department ?? '',
  role: account.role,
})
