import type { FastifyRequest } from 'fastify'
import { truncateAddress } from '#server/platform/api/client-network.ts'
import { type StaffApi, serveStaff } from '#server/platform/api/staff/serve-staff.ts'
import { describeDevice } from '#server/platform/api/user-agent.ts'
import type { StaffService } from './service.ts'
import type { StaffClient } from './sign-in/sign-in.ts'

interface StaffRouteOptions {
  staff: StaffService
}

export function registerStaffRoutes(api: StaffApi, { staff }: StaffRouteOptions): void {
  const { signIn, invitations, acceptance, sessions, describeMe } = staff
  const { cookie } = api

  serveStaff(
    api,
    'signIn',
    async ({ body, request }) => ({
      message: 'Enter a code.',
      data: {
        step: 'second' as const,
        methods: ['totp' as const, 'recovery' as const],
        attempt: await signIn.begin(body, readStaffClient(request)),
      },
    }),
    { limiter: 'slow' },
  )

  serveStaff(api, 'signInSecond', async ({ body, request, reply }) => {
    const { token } = await signIn.complete(body.attempt, body.code, readStaffClient(request))
    const principal = await sessions.findByToken(token)
    if (!principal) throw new Error('The new session was not found.')
    reply.setCookie(cookie.name, token, cookie.options)
    return { message: 'You are signed in.', data: { me: await describeMe(principal) } }
  })

  serveStaff(api, 'signInFresh', async ({ body, principal }) => {
    const freshUntil = await signIn.refresh(principal, body.code)
    return { message: 'Sensitive actions are open.', data: { freshUntil: freshUntil.toISOString() } }
  })

  serveStaff(api, 'signOut', async ({ principal, reply }) => {
    await signIn.signOut(principal)
    reply.clearCookie(cookie.name, cookie.options)
    return { message: 'You have signed out.', data: {} }
  })

  serveStaff(api, 'staffMe', async ({ principal }) => ({
    message: 'Who is signed in.',
    data: { me: await describeMe(principal) },
  }))

  serveStaff(api, 'openInvitation', async ({ body }) => ({
    message: 'Your invitation.',
    data: await acceptance.open(body.code),
  }))

  serveStaff(
    api,
    'acceptInvitation',
    async ({ body }) => ({
      message: 'You can sign in now.',
      data: { recoveryCodes: await acceptance.accept(body) },
    }),
    { limiter: 'slow' },
  )

  serveStaff(api, 'invite', async ({ body, principal }) => ({
    message: 'The invitation is on its way.',
    data: await invitations.invite(body, principal),
  }))
}

const readStaffClient = (request: FastifyRequest): StaffClient => ({
  address: request.ip,
  device: describeDevice(request.headers['user-agent']),
  network: truncateAddress(request.ip),
})
