/** All values of one filter, in characters. */
export const maxFilterText = 1_000

/** Separates the values of a filter; no name of a post, school or LGA holds it. */
const separator = '|'

export const splitFilter = (value: string): string[] =>
  value
    .split(separator)
    .map((one) => one.trim())
    .filter(Boolean)

export const joinFilter = (values: readonly string[]): string => values.join(separator)
