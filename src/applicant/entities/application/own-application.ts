// The applicant's own application, read once and shared by every page of the app.
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#applicant/http/call.ts'
import { readSubmitted, rememberSubmitted } from '#applicant/storage.ts'
import { ApiError } from '#kit/http/api-error.ts'
import type { Application, ApplicationPart } from '#shared/api/applicant/applications.ts'
import { currentSession } from '../session/session.ts'

/** Null while none was submitted. */
const ownApplication = queryOptions({
  queryKey: ['application'],
  queryFn: ({ signal }) => readApplication(signal),
})

/** Null while none was submitted. */
export async function readApplication(signal: AbortSignal, include?: ApplicationPart): Promise<Application | null> {
  const userId = currentSession().user?.userId
  try {
    const { data } = await call('myApplication', { query: { include }, signal })
    if (userId) rememberSubmitted(userId, true)
    return data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      if (userId) rememberSubmitted(userId, false)
      return null
    }
    throw error
  }
}

export const summaryKey = ['summary']
export const snapshotKey = ['application', 'snapshot']

/**
 * After a submission: the summary and the slip that were read before are no longer true, so no page may show them. A correction
 * makes the former slip invalid.
 */
export function forgetApplication(client: QueryClient) {
  for (const queryKey of [summaryKey, snapshotKey]) client.removeQueries({ queryKey })
  void client.invalidateQueries(ownApplication)
}

interface OwnApplicationState {
  /** Undefined while it is not known, null when none was submitted. */
  application: Application | null | undefined
  /** Undefined while it is not known. The device may remember it when the server cannot tell. */
  submitted: boolean | undefined
  /** The last attempt failed, and nothing was read before. */
  isFailed: boolean
  error: Error | null
  retry(): void
}

/** Unknown is not none: callers show neither "submitted" nor "not submitted" while it is not known. */
export function useOwnApplication(userId: string): OwnApplicationState {
  const { data: application, error, refetch } = useQuery(ownApplication)
  const isOnDevice = readSubmitted(userId) || undefined
  return {
    application,
    submitted: application === undefined ? isOnDevice : application !== null,
    isFailed: application === undefined && error !== null,
    error,
    retry: () => void refetch(),
  }
}
