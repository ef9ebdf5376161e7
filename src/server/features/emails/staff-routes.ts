import { type StaffApi, serveStaff } from '#server/http/staff/serve-staff.ts'
import type { EmailLog } from './email-log.ts'

export function registerEmailLogRoutes(api: StaffApi, { emailLog }: { emailLog: EmailLog }): void {
  serveStaff(api, 'staffEmails', async ({ query, principal }) => ({
    message: 'The emails.',
    data: await emailLog.list(query, principal),
  }))
}
