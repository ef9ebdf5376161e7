import type { FastifyReply } from 'fastify'
import { parseBearerToken } from '#server/platform/api/principal.ts'
import { createRateLimiter, limitPerNetwork } from '#server/platform/api/rate-limits.ts'
import { type Api, serve } from '#server/platform/api/serve.ts'
import type { User } from '#shared/api/accounts.ts'
import { type AuthDependencies, createAuthService, type LoginResult } from '../service.ts'
import { readClientInfo } from '../sessions/client-info.ts'
import { createPasswordChangeService } from './password-change.ts'
import { createPasswordResetService } from './password-reset.ts'

interface PasswordRouteOptions {
  dependencies: AuthDependencies
  /** Sets the cookie of the new session; returns what the reply says about it. */
  answerLogin: (reply: FastifyReply, result: LoginResult) => { token: string; data: User }
}

const windowSeconds = 3600

export function registerPasswordRoutes(api: Api, { dependencies, answerLogin }: PasswordRouteOptions): void {
  const { pool } = dependencies.database
  const resetEmailLimiter = createRateLimiter(pool, { name: 'reset_mail', limit: 5, windowSeconds })
  const resetRequestLimit = limitPerNetwork(createRateLimiter(pool, { name: 'reset_asked', limit: 60, windowSeconds }))
  const changeByCodeLimit = limitPerNetwork(createRateLimiter(pool, { name: 'reset_used', limit: 60, windowSeconds }))
  const auth = createAuthService(dependencies)
  const passwordChange = createPasswordChangeService(dependencies)
  const passwordReset = createPasswordResetService({ ...dependencies, resetEmailLimiter })

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
