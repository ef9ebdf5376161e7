// A list's filters, order and page, all in the address: a list can be sent to a colleague, and Back works.
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router'

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

/** What the history keeps of a page that was turned to, also when it is loaded again. */
interface TurnedPage {
  isTurned?: boolean
}

export function useListAddress(): ListAddress {
  const [search, setSearch] = useSearchParams()
  const { isTurned = false } = (useLocation().state ?? {}) as TurnedPage
  const navigate = useNavigate()
  const query: AddressQuery = Object.fromEntries([...search].filter(([, value]) => value !== ''))

  const set = (next: Readonly<Record<string, string | undefined>>, options?: NavigateOptions) =>
    setSearch(
      Object.entries(next).filter((pair): pair is [string, string] => Boolean(pair[1])),
      options,
    )

  return {
    query,
    change: (changes) => set({ ...query, after: undefined, ...changes }),
    replaceAll: (next) => set(next),
    goToPage: (after) => set({ ...query, after }, { state: { isTurned: true } satisfies TurnedPage }),
    // A page whose address was opened, such as a colleague's, was not reached from the one before.
    goBack: () => (isTurned ? navigate(-1) : set({ ...query, after: undefined })),
    isFirstPage: query.after === undefined,
  }
}
