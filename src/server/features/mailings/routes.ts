import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { MailingService } from './service.ts'

export function registerMailingRoutes(api: StaffRoutes, { mailings }: { mailings: MailingService }): void {
  serve(api, 'makeMailing', async ({ body, principal }) => ({
    message: 'Nobody has got an email yet.',
    data: await mailings.make(body, principal),
  }))

  serve(api, 'startMailing', async ({ params, body, principal }) => ({
    message: 'The emails are on their way.',
    data: await mailings.start(params.id, body, principal),
  }))

  serve(api, 'staffMailing', async ({ params, principal }) => ({
    message: 'The mailing.',
    data: await mailings.describe(params.id, principal),
  }))
}
