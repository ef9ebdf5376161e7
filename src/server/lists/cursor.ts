// Where the next page of a list begins: the order, and the values by which the last row is ordered.
import { AppError } from '#server/app-error.ts'

/** How the database reads a value of a cursor. */
export type KeyType = 'timestamptz' | 'date' | 'uuid' | 'bigint' | 'numeric' | 'text'

export interface Cursor {
  sort: string
  /** Which of several lists in one order it belongs to, such as surnames before first names. */
  step: number
  /** Of the last row of the page. */
  after: string[]
  /** Of the first row of the first page, where the list needs it. */
  first: string[]
}

const momentPattern =
  /^(\d{4}-\d\d-\d\d) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?$/

/** A day that the calendar has: PostgreSQL refuses others. */
const isDay = (day: string) => {
  const parsed = new Date(`${day}T00:00:00Z`)
  return day >= '1000' && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)
}

const isOfType: Readonly<Record<KeyType, (value: string) => boolean>> = {
  timestamptz: (value) => isDay(momentPattern.exec(value)?.[1] ?? ''),
  date: (value) => value.length === 10 && isDay(value),
  uuid: (value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value),
  bigint: (value) => /^\d{1,15}$/.test(value),
  numeric: (value) => /^\d{1,10}(\.\d{1,10})?$/.test(value),
  // PostgreSQL stores no NUL, and JavaScript can write half of a character.
  text: (value) => !value.includes('\0') && value.isWellFormed(),
}

const isKey = (key: unknown, types: readonly KeyType[]): key is string[] =>
  Array.isArray(key) &&
  key.length === types.length &&
  types.every((type, n) => typeof key[n] === 'string' && isOfType[type](key[n]))

export const writeCursor = ({ sort, step, after, first }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, step, after, first])).toString('base64url')

/**
 * @param steps the types of the values in each step of this order
 * @throws AppError `cursor_invalid` for what is no cursor of this order
 */
export function readCursor(text: string, sort: string, steps: readonly (readonly KeyType[])[]): Cursor {
  const parsed = parse(text)
  if (Array.isArray(parsed) && parsed.length === 4) {
    const [order, step, after, first] = parsed as unknown[]
    const types = typeof step === 'number' ? steps[step] : undefined
    const isFirst = (key: unknown): key is string[] =>
      Array.isArray(key) && (key.length === 0 || (types !== undefined && isKey(key, types)))
    if (order === sort && types && isKey(after, types) && isFirst(first))
      return { sort, step: Number(step), after, first }
  }
  throw new AppError('cursor_invalid')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}
