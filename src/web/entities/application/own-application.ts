// The applicant's own application, read once and shared by every page of the app.
import { queryOptions } from '@tanstack/react-query'
import type { Application } from '#shared/api/applications.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/http.ts'

/** Null while none was submitted. */
export const ownApplication = queryOptions({
  queryKey: ['application'],
  async queryFn({ signal }): Promise<Application | null> {
    try {
      const { data } = await call('myApplication', { signal })
      return data
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  },
})
