/** Of a look-up of a NIN. `requested`: it is running, or was cut off. */
export const ninOutcomes = ['requested', 'matched', 'mismatch', 'not_found'] as const
export type NinOutcome = (typeof ninOutcomes)[number]
