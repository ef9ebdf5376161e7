/** In characters. Longer than the applicants', because a staff account opens the data of many. */
export const staffPasswordLength = { min: 15, max: 200 } as const
