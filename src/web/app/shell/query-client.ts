import { QueryClient } from '@tanstack/react-query'
import { NetworkError } from '#web/lib/http/api-error.ts'
import { isLineLost } from '#web/lib/offline/connection.ts'

/** What one person has read of the server; another person gets another one. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A refusal stays one; a line that broke may hold the next time, and without one nothing does.
        retry: (failures, error) => failures < 2 && error instanceof NetworkError && !isLineLost(),
        // Offline is an error to show, not a reason to wait without a word.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

/** What could not be read is read when the line is back. */
export const readFailedAgain = (client: QueryClient) =>
  client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
