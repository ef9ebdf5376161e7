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
export type CorrectableFact = keyof typeof correctableFactLabels
