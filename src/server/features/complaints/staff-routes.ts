import { type StaffApi, serveStaff } from '#server/http/staff/serve-staff.ts'
import type { Inbox } from './inbox.ts'

export function registerInboxRoutes(api: StaffApi, { inbox }: { inbox: Inbox }): void {
  serveStaff(api, 'complaintAssignees', async () => ({
    message: 'The people to whom a complaint can be given.',
    data: { rows: await inbox.listAssignees() },
  }))

  serveStaff(api, 'staffComplaint', async ({ params, principal }) => ({
    message: 'The complaint.',
    data: await inbox.read(params.number, principal),
  }))

  serveStaff(api, 'answerComplaint', async ({ params, body, principal }) => ({
    message: body.direction === 'out' ? 'The answer is on its way.' : 'The note is recorded.',
    data: await inbox.answer(params.number, body, principal),
  }))

  serveStaff(api, 'changeComplaint', async ({ params, body, principal }) => ({
    message: 'Recorded.',
    data: await inbox.change(params.number, body, principal),
  }))
}
