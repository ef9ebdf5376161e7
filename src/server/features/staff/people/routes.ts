import { type StaffApi, serveStaff } from '#server/http/staff/serve-staff.ts'
import type { StaffService } from '../service.ts'

export function registerPeopleRoutes(api: StaffApi, { staff: { people } }: { staff: StaffService }): void {
  serveStaff(api, 'staffPerson', async ({ params }) => ({
    message: 'The staff member.',
    data: await people.describe(params.id),
  }))

  serveStaff(api, 'endPersonSession', async ({ params, principal }) => {
    await people.endSession(params.id, params.session, principal)
    return { message: 'The session has ended.', data: {} }
  })

  serveStaff(api, 'changePerson', async ({ params, body, principal, reply }) => {
    const result = await people.change(params.id, body, principal)
    if (!('proposal' in result)) return { message: 'Recorded.', data: result }
    reply.code(201)
    return { message: 'Another administrator must approve these roles.', data: result }
  })

  serveStaff(api, 'decideProposal', async ({ params, body, principal }) => ({
    message: 'Recorded.',
    data: { state: await people.decide(params.id, body.decision, principal) },
  }))

  serveStaff(api, 'sendStaffResetLink', async ({ params, principal }) => {
    await people.sendResetLink(params.id, principal)
    return { message: 'The link is on its way.', data: {} }
  })
}
