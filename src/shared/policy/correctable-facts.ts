/** The facts of an account that the registry can correct. */
export const correctableFactLabels = {
  surname: 'Surname',
  firstName: 'First name',
  middleName: 'Middle name',
  email: 'Email',
  phone: 'Phone',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  placeOfBirth: 'Place of birth',
  state: 'State',
  lga: 'LGA',
} as const

/** In characters, of a fact that is typed; an email address may be longer. */
export const maxFactLength = 100
export const maxEmailLength = 254

/** The facts by which the registry moves an account to another post or fee. */
export const movableFactLabels = {
  school: 'School',
  department: 'Department',
  role: 'Post',
  feeKobo: 'Application fee',
  chargeKobo: 'Charge',
} as const

export const accountFactLabels = { ...correctableFactLabels, ...movableFactLabels } as const
export type AccountFact = keyof typeof accountFactLabels
