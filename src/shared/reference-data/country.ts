/** The exercise is open to Nigerians only: the country is never asked (specification, section 3). */
export const country = { value: 'nigeria', label: 'Nigeria' } as const
