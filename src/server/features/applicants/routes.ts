import { serve, serveRaw } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { ApplicantService } from './service.ts'

export function registerApplicantRoutes(api: StaffRoutes, { applicants }: { applicants: ApplicantService }): void {
  serve(api, 'staffApplicant', async ({ params, principal }) => ({
    message: 'The applicant.',
    data: await applicants.describe(params.userId, principal),
  }))

  serve(api, 'correctApplicant', async ({ params, body, principal, reply }) => {
    const { reason, version, ...facts } = body
    const result = await applicants.correct(params.userId, { facts, reason, version }, principal)
    if (!('proposal' in result)) return { message: 'The details are corrected.', data: result }
    reply.code(201)
    return { message: 'Somebody else must approve this correction.', data: result }
  })

  serve(api, 'moveApplicant', async ({ params, body, principal, reply }) => {
    const result = await applicants.move(params.userId, body, principal)
    if (!('proposal' in result)) return { message: 'The account is moved.', data: result }
    reply.code(201)
    return { message: 'Somebody else must approve this.', data: result }
  })

  serve(api, 'decideCorrection', async ({ params, body, principal }) => ({
    message: 'Recorded.',
    data: { state: await applicants.decideCorrection(params.id, body.decision, principal) },
  }))

  serve(api, 'resetApplicantPassword', async ({ params, principal }) => {
    await applicants.resetPassword(params.userId, principal)
    return { message: 'A link for a new password is on its way.', data: {} }
  })

  serve(api, 'holdApplicant', async ({ params, body, principal }) => {
    await applicants.hold(params.userId, body.reason, principal)
    return { message: 'The applicant is on hold.', data: {} }
  })

  serve(api, 'releaseApplicant', async ({ params, body, principal }) => {
    await applicants.release(params.userId, body.reason, principal)
    return { message: 'The hold has ended.', data: {} }
  })

  serve(api, 'endApplicantSession', async ({ params, principal }) => {
    await applicants.endSession(params.userId, params.id, principal)
    return { message: 'The session has ended.', data: {} }
  })

  serve(
    api,
    'resendEmail',
    async ({ params, principal }) => {
      await applicants.resendEmail(params.userId, params.id, principal)
      return { message: 'The email is on its way.', data: {} }
    },
    { limiter: 'slow' },
  )

  serveRaw(
    api,
    'printPasswordSlip',
    async ({ params, principal, reply }) => {
      reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="password-slip-${params.userId}.pdf"`,
      })
      return applicants.printPasswordSlip(params.userId, principal)
    },
    { limiter: 'slow' },
  )

  serve(api, 'revealNin', async ({ params, body, principal }) => ({
    message: 'The NIN.',
    data: { nin: await applicants.revealNin(params.userId, body.reason, principal) },
  }))
}
