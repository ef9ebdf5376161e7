// A list's filters, order and page, all in the address: a list can be sent to a colleague, and Back works.
import { useNavigate, useSearchParams } from 'react-router'

export type AddressQuery = Readonly<Record<string, string>>

export interface ListAddress {
  query: AddressQuery
  /** Changes some parameters; empty ones are removed. Begins at the first page again. */
  change(changes: Readonly<Record<string, string | undefined>>): void
  /** Replaces all parameters. */
  replaceAll(query: AddressQuery): void
  /** Goes to the page after this cursor. */
  goToPage(after: string): void
  goBack(): void
  isFirstPage: boolean
}

export function useListAddress(): ListAddress {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const query: AddressQuery = Object.fromEntries([...search].filter(([, value]) => value !== ''))

  const set = (next: Readonly<Record<string, string | undefined>>) =>
    setSearch(Object.entries(next).filter((pair): pair is [string, string] => Boolean(pair[1])))

  return {
    query,
    change: (changes) => set({ ...query, after: undefined, ...changes }),
    replaceAll: set,
    goToPage: (after) => set({ ...query, after }),
    // Every page but the first was reached from the one before, unless its address was opened directly.
    goBack: () => (history.length > 1 ? navigate(-1) : set({ ...query, after: undefined })),
    isFirstPage: query.after === undefined,
  }
}
