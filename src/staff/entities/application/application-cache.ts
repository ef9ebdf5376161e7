// What the pages know of an application after something was recorded about it.
import type { QueryClient } from '@tanstack/react-query'
import { hasCode } from '#kit/http/api-error.ts'
import type { ApplicationProgress } from '#shared/api/staff/applications/application-details.ts'
import { applicationQuery } from './application-query.ts'

/** Puts the newest progress of a case in the cache, and loads the rest of it again. */
export function cacheProgress(client: QueryClient, progress: ApplicationProgress): void {
  const { queryKey } = applicationQuery(progress.number)
  client.setQueryData(queryKey, (before) => before && { ...before, ...progress })
  void client.invalidateQueries({ queryKey })
  for (const list of ['applications', 'counts']) void client.invalidateQueries({ queryKey: [list] })
}

/** After a refusal because of somebody else, which has the newest: shows it. */
export function cacheNewest(client: QueryClient, error: unknown): void {
  if (hasCode(error, 'changed_meanwhile')) cacheProgress(client, error.data as ApplicationProgress)
}
