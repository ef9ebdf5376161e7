import { useQueryClient } from '@tanstack/react-query'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'

/** Takes the newest answer, and reads the lists again. */
export function useNewest(id: string): (newest?: PublicationDetails) => Promise<void> {
  const client = useQueryClient()
  return async (newest) => {
    if (newest) client.setQueryData(['publication', id], newest)
    await Promise.all([
      client.invalidateQueries({ queryKey: ['publication', id] }),
      client.invalidateQueries({ queryKey: ['publications'] }),
      client.invalidateQueries({ queryKey: ['counts'] }),
    ])
  }
}
