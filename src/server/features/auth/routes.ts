import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { fileCookieName, parseBearerToken } from '#server/platform/api/principal.ts'
import { createRateLimiter, limitPerNetwork } from '#server/platform/api/rate-limits.ts'
import { type Api, serve } from '#server/platform/api/serve.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { apiBase, getFileId } from '#shared/api/calls.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createPasswordChangeService } from './passwords/password-change.ts'
import { createPasswordResetService } from './passwords/password-reset.ts'
import { type ClientInfo, createAuthService, type LoginResult } from './service.ts'
import { deviceLabel } from './sessions/device-label.ts'
import { createAccountStore } from './store.ts'
import { createUserPresenter } from './user-presenter.ts'

interface Options {
  config: Pick<Config, 'secretKeys' | 'publicUrl'>
  database: Database
  clock: () => Date
}

const hourSeconds = 3600

export function authRoutes(api: Api, { config, database, clock }: Options): void {
  const { pool } = database
  const accounts = createAccountStore(database.db)
  const dependencies = { database, accounts, throttle: createLoginThrottle(pool), clock }
  const auth = createAuthService(dependencies)
  const passwordChange = createPasswordChangeService(dependencies)
  const resetEmailQuota = createRateLimiter(pool, { name: 'reset_mail', limit: 5, windowSeconds: hourSeconds })
  const passwordReset = createPasswordResetService({ database, accounts, quota: resetEmailQuota })
  const presentUser = createUserPresenter(createEncryption(config.secretKeys))
  const resetRequestLimit = limitPerNetwork(
    createRateLimiter(pool, { name: 'reset_asked', limit: 60, windowSeconds: hourSeconds }),
  )
  const changeByCodeLimit = limitPerNetwork(
    createRateLimiter(pool, { name: 'reset_used', limit: 60, windowSeconds: hourSeconds }),
  )

  const cookieScope = { path: `${apiBase}/files`, secure: config.publicUrl.startsWith('https:') }
  const answerLogin = (reply: FastifyReply, { account, session }: LoginResult) => {
    reply.setCookie(fileCookieName, session.fileToken, { ...cookieScope, httpOnly: true, sameSite: 'strict' })
    return { token: session.token, data: presentUser(account) }
  }

  serve(
    api,
    'login',
    async ({ body, request, reply }) => ({
      message: 'Login successful.',
      ...answerLogin(reply, await auth.logIn(body, readClientInfo(request))),
    }),
    { limiter: 'slow' },
  )

  serve(api, 'logout', async ({ principal, reply }) => {
    await auth.logOut(principal)
    reply.clearCookie(fileCookieName, cookieScope)
    return { message: 'You have logged out.', data: {} }
  })

  serve(api, 'me', async ({ principal }) => ({
    message: 'Your account.',
    data: presentUser(await auth.getAccount(principal)),
  }))

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

  serve(api, 'updatePhoto', async ({ principal, body }) => ({
    message: 'Your photo has been changed.',
    data: presentUser(await auth.changePhoto(principal, getFileId(body.passport, config.publicUrl))),
  }))

  serve(api, 'sessions', async ({ principal }) => ({
    message: 'Where you are logged in.',
    data: (await auth.listSessions(principal)).map(({ id, startedAt, lastSeenAt, device }) => ({
      id,
      current: id === principal.sessionId,
      startedAt: startedAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      device,
    })),
  }))

  serve(api, 'endSessions', async ({ principal, query }) => {
    const ended = await auth.endSessions(principal, query.id)
    return { message: ended === 1 ? 'One session ended.' : `${ended} sessions ended.`, data: { ended } }
  })
}

const readClientInfo = (request: FastifyRequest): ClientInfo => ({
  address: request.ip,
  device: deviceLabel(request.headers['user-agent']),
})
