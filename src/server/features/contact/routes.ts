import { createRateLimiter, limitPerNetwork } from '#server/platform/api/rate-limits.ts'
import { type Api, serve } from '#server/platform/api/serve.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { ContactService } from './service.ts'

interface Options {
  contact: ContactService
  database: Pick<Database, 'pool'>
}

/** Per network: enough for a busy café with one address, too few to flood the staff. */
export const complaintLimit = { name: 'complaint', limit: 30, windowSeconds: 60 * 60 }

export function registerContactRoutes(api: Api, { contact, database }: Options): void {
  const rateLimit = limitPerNetwork(createRateLimiter(database.pool, complaintLimit))

  serve(
    api,
    'createComplaint',
    async ({ body: { userId, complain, fullname, email } }) => {
      await contact.receiveComplaint({ userId, fullName: fullname, email, text: complain })
      return { message: 'Your complaint has been received. We will answer by email.', data: {} }
    },
    { rateLimit },
  )
}
