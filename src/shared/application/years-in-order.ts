import type { Rule } from '../forms/section.ts'

/** Only whole years are compared: a half-typed one has a complaint of its own. */
export const yearsInOrder = (noun: string): Rule<{ startYear: string; endYear: string }> => ({
  on: 'endYear',
  broken: ({ startYear, endYear }) =>
    /^\d{4}$/.test(startYear) && /^\d{4}$/.test(endYear) && Number(startYear) > Number(endYear),
  words: (n) => `Invalid date range for ${noun} ${n}: start year must be before end year.`,
})
