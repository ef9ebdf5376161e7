import { queryOptions } from '@tanstack/react-query'
import { readApplication, snapshotKey } from '#applicant/entities/application/own-application.ts'
import type { ApplicationSnapshot } from '#shared/api/applicant/applications.ts'

/** The own application with the tables of its slip; null while none was submitted. */
export const applicationSnapshot = queryOptions({
  queryKey: snapshotKey,
  queryFn: ({ signal }) => readSnapshot(signal),
})

/** @throws Error when the reply lacks the tables: a slip without them would be a false document */
async function readSnapshot(signal: AbortSignal): Promise<ApplicationSnapshot | null> {
  const application = await readApplication(signal, 'snapshot')
  if (!application) return null
  const { shown } = application
  if (!shown) throw new Error('The reply has no tables for the slip.')
  return { ...application, shown }
}
