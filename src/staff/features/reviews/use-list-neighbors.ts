// The applications before and after one, in the list from which it was opened.
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicationRow } from '#shared/lists/applications.ts'

interface ListPage {
  rows: readonly Pick<ApplicationRow, 'number'>[]
}

const noList = ['applications', 'none']

/** Null at the ends of the page of the list, and when no list was open before. */
export function useListNeighbors(number: string): { previous: string | null; next: string | null } {
  const client = useQueryClient()
  const [queryKey] = useState(() => {
    const lists = client.getQueryCache().findAll({ queryKey: ['applications'] })
    const holding = lists.filter(({ state }) =>
      (state.data as ListPage | undefined)?.rows.some((row) => row.number === number),
    )
    return holding.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0]?.queryKey ?? noList
  })
  // Observed, so that the list stays in the cache while somebody goes through it.
  const { data } = useQuery<ListPage>({ queryKey, queryFn: skipToken })
  const numbers = data?.rows.map((row) => row.number) ?? []
  const at = numbers.indexOf(number)
  return { previous: numbers[at - 1] ?? null, next: at < 0 ? null : (numbers[at + 1] ?? null) }
}
