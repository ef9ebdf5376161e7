import type { FastifyReply } from 'fastify'
import { parseBearerToken } from '#server/platform/api/principal.ts'
import { createRateLimiter, limitPerNetwork } from '#server/platform/api/rate-limits.ts'
import { type Api, serve } from '#server/platform/api/serve.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { User } from '#shared/api/accounts.ts'
import type { AuthService, LoginResult } from '../service.ts'
import { readClientInfo } from '../sessions/client-info.ts'
import type { PasswordChangeService } from './password-change.ts'
import type { PasswordResetService } from './password-reset.ts'

export interface PasswordRouteOptions {
  auth: AuthService
  passwordChange: PasswordChangeService
  passwordReset: PasswordResetService
  database: Pick<Database, 'pool'>
  /** Sets the cookie of the new session; returns what the reply says about it. */
  answerLogin: (reply: FastifyReply, result: LoginResult) => { token: string; data: User }
}

const windowSeconds = 3600

export function registerPasswordRoutes(api: Api, options: PasswordRouteOptions): void {
  const { auth, passwordChange, passwordReset, answerLogin } = options
  const { pool } = options.database
  const resetRequestLimit = limitPerNetwork(createRateLimiter(pool, { name: 'reset_asked', limit: 60, windowSeconds }))
  const changeByCodeLimit = limitPerNetwork(createRateLimiter(pool, { name: 'reset_used', limit: 60, windowSeconds }))

  serve(
    api,
    'updatePassword',
    async ({ principal, body, request, reply }) => {
      const account = await auth.getAccount(principal)
      const result = await passwordChange.changeOwnPassword(account, body, readClientInfo(request))
      return { message: 'Your password has been changed.', ...answerLogin(reply, result) }
    },
    { limiter: 'slow' },
  )

  serve(
    api,
    'updatePasswordByCode',
    async ({ body, request, reply }) => {
      const token = parseBearerToken(request.headers.authorization)
      const principal = token ? await api.sessions.findByToken(token) : null
      const result = await passwordChange.changePasswordByCode(body, principal, readClientInfo(request))
      return { message: 'Your password has been changed.', ...answerLogin(reply, result) }
    },
    { rateLimit: changeByCodeLimit, limiter: 'slow' },
  )

  serve(
    api,
    'forgotPassword',
    async ({ body }) => {
      await passwordReset.requestReset(body)
      return { message: 'If the user ID and the email belong together, a mail with a link is on its way.', data: {} }
    },
    { rateLimit: resetRequestLimit },
  )
}
