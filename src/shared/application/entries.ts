// What the sections share: the titles of entries and the order of years.
import type { EntryRule } from '../forms/section.ts'

/** The parts that are not empty, in reading order. */
export const joinParts = (...parts: string[]) => parts.filter((part) => part.trim() !== '').join(', ')

export const formatYears = (start: string, end: string) => [start, end].filter((year) => year !== '').join('–')

/** Compares whole years only: an incomplete year has its own error. */
export const createYearOrderRule = (noun: string): EntryRule<{ startYear: string; endYear: string }> => ({
  field: 'endYear',
  isBroken: ({ startYear, endYear }) =>
    /^\d{4}$/.test(startYear) && /^\d{4}$/.test(endYear) && Number(startYear) > Number(endYear),
  formatMessage: (n) => `Invalid date range for ${noun} ${n}: start year must be before end year.`,
})
