import type { FastifyReply } from 'fastify'
import { AppError } from '#server/app-error.ts'
import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { parseBearerToken, type SessionLookup } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import type { User } from '#shared/api/applicant/accounts.ts'
import type { AuthService, LoginResult } from '../service.ts'
import { readClientInfo } from '../sessions/client-info.ts'
import type { DeviceCookies } from '../sessions/device-cookie.ts'
import type { PasswordChangeService } from './password-change.ts'
import type { PasswordResetService } from './password-reset.ts'

export interface PasswordRouteOptions {
  auth: AuthService
  passwordChange: PasswordChangeService
  passwordReset: PasswordResetService
  deviceCookies: DeviceCookies
  sessions: SessionLookup
  /** Sets the cookie of the new session; returns what the reply says about it. */
  answerLogin: (reply: FastifyReply, result: LoginResult) => { token: string; data: User }
}

export function registerPasswordRoutes(api: ApplicantRoutes, options: PasswordRouteOptions): void {
  const { auth, passwordChange, passwordReset, deviceCookies, sessions, answerLogin } = options

  serve(
    api,
    'updatePassword',
    async ({ principal, body, request, reply }) => {
      const account = await auth.getAccount(principal)
      // Another request has changed the initial password meanwhile, which has ended this session.
      if (principal.mustChangePassword && !account.mustChangePassword) throw new AppError('session_ended')
      const result = await passwordChange.changeOwnPassword(account, body, readClientInfo(request, deviceCookies))
      return { message: 'Your password has been changed.', ...answerLogin(reply, result) }
    },
    { limiter: 'slow' },
  )

  serve(
    api,
    'updatePasswordByCode',
    async ({ body, request, reply }) => {
      const token = parseBearerToken(request.headers.authorization)
      const principal = token ? await sessions.findByToken(token) : null
      const result = await passwordChange.changePasswordByCode(body, principal, readClientInfo(request, deviceCookies))
      return { message: 'Your password has been changed.', ...answerLogin(reply, result) }
    },
    { limiter: 'slow' },
  )

  serve(api, 'forgotPassword', async ({ body }) => {
    await passwordReset.requestReset(body)
    return {
      message:
        'If the user ID and the email belong together, we have sent you an email with a link (valid 30 minutes). Check spam too.',
      data: {},
    }
  })
}
