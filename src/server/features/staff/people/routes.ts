import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { StaffService } from '../service.ts'

export function registerPeopleRoutes(api: StaffRoutes, { staff: { people } }: { staff: StaffService }): void {
  serve(api, 'staffPerson', async ({ params, principal }) => ({
    message: 'The staff member.',
    data: await people.describe(params.id, principal),
  }))

  serve(api, 'endPersonSession', async ({ params, principal }) => {
    await people.endSession(params.id, params.session, principal)
    return { message: 'The session has ended.', data: {} }
  })

  serve(api, 'changePerson', async ({ params, body, principal, reply }) => {
    const result = await people.change(params.id, body, principal)
    if (!('proposal' in result)) return { message: 'Recorded.', data: result }
    reply.code(201)
    return { message: 'Another administrator must approve these roles.', data: result }
  })

  serve(api, 'decideProposal', async ({ params, body, principal }) => ({
    message: 'Recorded.',
    data: { state: await people.decide(params.id, body.decision, principal) },
  }))

  serve(api, 'sendStaffResetLink', async ({ params, principal }) => {
    await people.sendResetLink(params.id, principal)
    return { message: 'The link is on its way.', data: {} }
  })
}
