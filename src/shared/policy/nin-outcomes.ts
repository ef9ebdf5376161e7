/** Of a look-up of a NIN. `requested`: it is running, or was cut off. */
export const ninOutcomes = ['requested', 'matched', 'mismatch', 'not_found'] as const
export type NinOutcome = (typeof ninOutcomes)[number]

/** What is compared with the identity record. */
export const identityFacts = ['surName', 'firstName', 'middleName', 'dateOfBirth'] as const
export type IdentityFact = (typeof identityFacts)[number]
