import type { EntryRule } from '../forms/section.ts'

/** Only whole years are compared: a half-typed one has a complaint of its own. */
export const createYearOrderRule = (noun: string): EntryRule<{ startYear: string; endYear: string }> => ({
  field: 'endYear',
  isBroken: ({ startYear, endYear }) =>
    /^\d{4}$/.test(startYear) && /^\d{4}$/.test(endYear) && Number(startYear) > Number(endYear),
  formatMessage: (n) => `Invalid date range for ${noun} ${n}: start year must be before end year.`,
})
