import type { FastifyReply, FastifyRequest } from 'fastify'
import { truncateAddress } from '#server/http/client-network.ts'
import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import { describeDevice } from '#server/http/user-agent.ts'
import { registerPasskeyRoutes } from './passkeys/routes.ts'
import type { StaffService } from './service.ts'
import type { StaffClient } from './sign-in/begin-session.ts'
import { getLoginName } from './store.ts'

interface StaffRouteOptions {
  staff: StaffService
}

export function registerStaffRoutes(api: StaffRoutes, { staff }: StaffRouteOptions): void {
  const { invitations, acceptance } = staff
  const readStaffClient = createClientReader(staff)

  registerSignInRoutes(api, staff)
  registerOwnSignInRoutes(api, staff)
  registerPasskeyRoutes(api, { staff })

  serve(api, 'openInvitation', async ({ body }) => ({
    message: 'Your invitation.',
    data: await acceptance.open(body.code),
  }))

  serve(api, 'prepareInvitationPasskey', async ({ body }) => ({
    message: 'Make a passkey with these options.',
    data: await acceptance.preparePasskey(body.code),
  }))

  serve(
    api,
    'acceptInvitation',
    async ({ body, request, reply }) => {
      const { email, recoveryCodes } = await acceptance.accept(body, readStaffClient(request))
      setDeviceCookie(reply, email, staff)
      return { message: 'You can sign in now.', data: { recoveryCodes } }
    },
    { limiter: 'slow' },
  )

  serve(api, 'invite', async ({ body, principal }) => ({
    message: 'The invitation is on its way.',
    data: await invitations.invite(body, principal),
  }))
}

function registerSignInRoutes(api: StaffRoutes, staff: StaffService): void {
  const { signIn, passkeySignIn, sessions, describeMe } = staff
  const { cookie } = api.audience
  const readStaffClient = createClientReader(staff)

  async function sendSession({ token }: { token: string }, reply: FastifyReply) {
    const principal = await sessions.findByToken(token)
    if (!principal) throw new Error('The new session was not found.')
    reply.setCookie(cookie.name, token, cookie.options)
    setDeviceCookie(reply, principal.email, staff)
    return { message: 'You are signed in.', data: { me: await describeMe(principal) } }
  }

  /** Of a call that needs no session; null without one. */
  async function findPrincipal({ cookies }: FastifyRequest) {
    const token = cookies[cookie.name]
    return token ? sessions.findByToken(token) : null
  }

  serve(
    api,
    'signIn',
    async ({ body, request }) => ({
      message: 'Enter a code.',
      data: {
        step: 'second' as const,
        ...(await signIn.begin(body, readStaffClient(request))),
      },
    }),
    { limiter: 'slow' },
  )

  serve(api, 'signInSecond', async ({ body, request, reply }) => {
    const client = readStaffClient(request)
    const session =
      'passkey' in body
        ? await passkeySignIn.complete(body.attempt, body.passkey, client)
        : await signIn.complete(body.attempt, body.code, client)
    return sendSession(session, reply)
  })

  serve(api, 'preparePasskeySignIn', async ({ body, request }) => ({
    message: 'Use a passkey with these options.',
    data: await passkeySignIn.prepare(body?.attempt, await findPrincipal(request)),
  }))

  serve(api, 'signInWithPasskey', async ({ body, request, reply }) => {
    const client = readStaffClient(request)
    return sendSession(await passkeySignIn.signIn(body.response, client, await findPrincipal(request)), reply)
  })

  serve(api, 'signInFresh', async ({ body, principal }) => {
    const freshUntil =
      'passkey' in body
        ? await passkeySignIn.refresh(principal, body.passkey)
        : await signIn.refresh(principal, body.code)
    return { message: 'Sensitive actions are open.', data: { freshUntil: freshUntil.toISOString() } }
  })

  serve(api, 'recoverSignIn', async ({ body, request }) => {
    await staff.recovery.start(body, readStaffClient(request))
    return { message: 'A link is on its way to your mailbox.', data: {} }
  })

  serve(api, 'signOut', async ({ principal, reply }) => {
    await signIn.signOut(principal)
    reply.clearCookie(cookie.name, cookie.options)
    return { message: 'You have signed out.', data: {} }
  })

  serve(api, 'staffSession', async ({ request }) => {
    const principal = await findPrincipal(request)
    return { message: 'Who is signed in.', data: { me: principal && (await describeMe(principal)) } }
  })

  serve(api, 'staffMe', async ({ principal }) => ({
    message: 'Who is signed in.',
    data: { me: await describeMe(principal) },
  }))
}

function registerOwnSignInRoutes(api: StaffRoutes, { ownSignIn, ownPassword }: StaffService): void {
  serve(
    api,
    'changeOwnPassword',
    async ({ body, principal }) => {
      await ownPassword.change(body, principal)
      return { message: 'Your password has been changed.', data: {} }
    },
    { limiter: 'slow' },
  )

  serve(api, 'ownStaffSessions', async ({ principal }) => ({
    message: 'Where you are signed in.',
    data: { sessions: await ownSignIn.listSessions(principal) },
  }))

  serve(api, 'endOwnStaffSession', async ({ params, principal }) => {
    await ownSignIn.endSession(params.id, principal)
    return { message: 'The session has ended.', data: {} }
  })

  serve(api, 'ownRecoveryCodes', async ({ principal }) => ({
    message: 'Your recovery codes.',
    data: { left: await ownSignIn.countCodes(principal) },
  }))

  serve(api, 'replaceRecoveryCodes', async ({ principal }) => ({
    message: 'Keep these codes. The earlier ones no longer work.',
    data: { recoveryCodes: await ownSignIn.replaceCodes(principal) },
  }))
}

const createClientReader =
  ({ deviceCookies }: Pick<StaffService, 'deviceCookies'>) =>
  (request: FastifyRequest): StaffClient => ({
    address: request.ip,
    device: describeDevice(request.headers['user-agent']),
    network: truncateAddress(request.ip),
    deviceCookie: request.cookies[deviceCookies.name],
  })

/** Another one after each sign-in. */
function setDeviceCookie(reply: FastifyReply, email: string, { deviceCookies }: Pick<StaffService, 'deviceCookies'>) {
  reply.setCookie(deviceCookies.name, deviceCookies.issue(getLoginName({ email })), deviceCookies.options)
}
