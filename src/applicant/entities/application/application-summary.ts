// What the dashboard shows of the own application: a small reply, read again each time the page opens.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#applicant/http/call.ts'
import { takeDisplayedSummary } from '#applicant/http/early-reads.ts'
import { readSubmitted, rememberSubmitted } from '#applicant/storage.ts'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import { currentSession } from '../session/session.ts'
import { summaryKey } from './own-application.ts'

const applicationSummary = queryOptions({
  queryKey: summaryKey,
  async queryFn({ signal }): Promise<ApplicationSummary> {
    const userId = currentSession().user?.userId
    const { data } = await call('applicationSummary', { signal })
    if (userId) rememberSubmitted(userId, data.application !== null)
    return data
  },
  initialData: () => takeDisplayedSummary(currentSession().token),
  refetchOnMount: 'always',
})

interface ApplicationSummaryState {
  /** Undefined while it is not known. */
  summary: ApplicationSummary | undefined
  /** The last attempt failed, and nothing was read before. */
  isFailed: boolean
  error: Error | null
  /** This device remembers that the user has submitted, which counts while the server cannot tell. */
  isKnownSubmitted: boolean
  retry(): void
}

export function useApplicationSummary(userId: string): ApplicationSummaryState {
  const { data: summary, error, refetch } = useQuery(applicationSummary)
  return {
    summary,
    isFailed: summary === undefined && error !== null,
    error,
    isKnownSubmitted: readSubmitted(userId) === true,
    retry: () => void refetch(),
  }
}
