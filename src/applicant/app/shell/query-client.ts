import { QueryClient } from '@tanstack/react-query'
import { isOffline } from '#applicant/offline/connection.ts'
import { NetworkError } from '#kit/http/api-error.ts'

/** One per user, so that nobody sees what another user has read. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // An error reply would come again. A broken connection may work the next time, unless we are offline.
        retry: (failures, error) => failures < 2 && error instanceof NetworkError && !isOffline(),
        // Offline, show an error instead of waiting silently.
        networkMode: 'always',
      },
    },
  })

/** Reads again what failed, once the connection is back. */
export const refetchFailed = (client: QueryClient) =>
  client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
