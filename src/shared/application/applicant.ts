// The applicant as the account describes them. Loads neither schemas nor the list of states.
import type { z } from 'zod'
import type { applicantShape } from './applicant-schema.ts'

export type Applicant = z.infer<z.ZodObject<typeof applicantShape>>

/** In the order of previews and slips. */
export const applicantLabels: Readonly<Record<keyof Applicant, string>> = {
  surName: 'Surname',
  firstName: 'First name',
  middleName: 'Middle name',
  userId: 'User ID',
  phone: 'Phone',
  email: 'Email',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  lga: 'LGA',
  state: 'State',
  country: 'Country',
  faculty: 'School',
  department: 'Department',
  role: 'Role',
}

export const applicantKeys = Object.keys(applicantLabels) as (keyof Applicant)[]

/** Picks the facts of an applicant and drops everything else. */
export const pickApplicant = (source: Applicant): Applicant =>
  Object.fromEntries(applicantKeys.map((key) => [key, source[key]])) as Applicant
