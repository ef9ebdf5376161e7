import { type QueryKey, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** What is typed for a page, also while the person looks elsewhere: in memory only, and forgotten by signing out. */
export function useKept<T>(queryKey: QueryKey) {
  const client = useQueryClient()
  // It may be changed while another page is open, such as by the answer to what was sent.
  useQuery<T>({ queryKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY })
  // With the event, not after it: a field keeps what is typed into it.
  const [, redraw] = useState<T>()
  return {
    /** Undefined before anything is kept. */
    read: () => client.getQueryData<T>(queryKey),
    save(value: T) {
      redraw(client.setQueryData<T>(queryKey, value))
    },
  }
}
