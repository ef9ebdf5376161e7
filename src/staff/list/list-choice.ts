// Rows that were chosen with tick-boxes, on whichever pages of a list: one by one, or all that it shows but some.
import type { AddressQuery } from './list-address.ts'

/** Rows that can be named one by one. */
export const maxChosen = 1_000

/** Where the cache keeps the choices, by list and year. */
export const choicesKey = 'chosen'

export interface RowCount {
  value: number
  /** There are more than that. */
  more: boolean
}

export type Choice =
  | { kind: 'some'; keys: readonly string[] }
  | {
      kind: 'all'
      /** What the list was filtered by, without order and page. */
      filter: AddressQuery
      /** How it was ordered then; an order by a day that not all rows have leaves the others out. */
      sort?: string | undefined
      except: readonly string[]
      /** How many it showed. */
      total: RowCount
    }

export const emptyChoice: Choice = { kind: 'some', keys: [] }

/** The filters and search of a list, without its order and page. */
export const pickFilter = ({ sort: _, after: __, limit: ___, ...filter }: AddressQuery): AddressQuery => filter

export const isSameFilter = (one: AddressQuery, other: AddressQuery): boolean => {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}

export const isChosen = (choice: Choice, key: string): boolean =>
  choice.kind === 'some' ? choice.keys.includes(key) : !choice.except.includes(key)

export const countChosen = (choice: Choice): RowCount =>
  choice.kind === 'some'
    ? { value: choice.keys.length, more: false }
    : { value: Math.max(0, choice.total.value - choice.except.length), more: choice.total.more }

/**
 * Adds rows to the choice, or takes them out.
 * @returns the same choice when more rows than `maxChosen` would have to be named
 */
export function chooseRows(choice: Choice, keys: readonly string[], isAdded: boolean): Choice {
  const named = choice.kind === 'some' ? choice.keys : choice.except
  const isNamed = (choice.kind === 'some') === isAdded
  const next = isNamed ? [...new Set([...named, ...keys])] : named.filter((key) => !keys.includes(key))
  if (next.length > maxChosen) return choice
  return choice.kind === 'some' ? { kind: 'some', keys: next } : { ...choice, except: next }
}
