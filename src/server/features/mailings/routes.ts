import { type StaffApi, serveStaff } from '#server/http/staff/serve-staff.ts'
import type { MailingService } from './service.ts'

export function registerMailingRoutes(api: StaffApi, { mailings }: { mailings: MailingService }): void {
  serveStaff(api, 'makeMailing', async ({ body, principal }) => ({
    message: 'Nobody has got an email yet.',
    data: await mailings.make(body, principal),
  }))

  serveStaff(api, 'startMailing', async ({ params, body, principal }) => ({
    message: 'The emails are on their way.',
    data: await mailings.start(params.id, body, principal),
  }))

  serveStaff(api, 'staffMailing', async ({ params, principal }) => ({
    message: 'The mailing.',
    data: await mailings.describe(params.id, principal),
  }))
}
