import { perNetwork, quota } from '#server/platform/api/rate-limits.ts'
import { type Api, serve } from '#server/platform/api/serve.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { contactService } from './service.ts'

interface Options {
  database: Pick<Database, 'db' | 'pool'>
  clock: () => Date
}

/** Enough for a busy café behind one address, too few to bury the registry. */
export const complaintRule = { name: 'complaint', free: 30, seconds: 60 * 60 }

export function contactRoutes(api: Api, { database, clock }: Options): void {
  const service = contactService({ database, clock })
  const limit = perNetwork(quota(database.pool, complaintRule))

  serve(
    api,
    'createComplaint',
    async ({ body: { userId, complain, fullname, email } }) => {
      await service.receive({ userId, fullName: fullname, email, text: complain })
      return { message: 'Your complaint has been received. We will answer by email.', data: {} }
    },
    { limit },
  )
}
