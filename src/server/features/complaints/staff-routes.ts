import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { Inbox } from './inbox.ts'

export function registerInboxRoutes(api: StaffRoutes, { inbox }: { inbox: Inbox }): void {
  serve(api, 'complaintAssignees', async ({ principal }) => ({
    message: 'The people to whom a complaint can be given.',
    data: { rows: await inbox.listAssignees(principal) },
  }))

  serve(api, 'staffComplaint', async ({ params, principal }) => ({
    message: 'The complaint.',
    data: await inbox.read(params.number, principal),
  }))

  serve(api, 'answerComplaint', async ({ params, body, principal }) => ({
    message: body.direction === 'out' ? 'The answer is on its way.' : 'The note is recorded.',
    data: await inbox.answer(params.number, body, principal),
  }))

  serve(api, 'changeComplaint', async ({ params, body, principal }) => ({
    message: 'Recorded.',
    data: await inbox.change(params.number, body, principal),
  }))
}
