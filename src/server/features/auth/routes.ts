import type { FastifyReply } from 'fastify'
import type { Config } from '#server/config.ts'
import { fileCookieName } from '#server/platform/api/principal.ts'
import { type Api, serve } from '#server/platform/api/serve.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { apiBase, getFileId } from '#shared/api/calls.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { registerPasswordRoutes } from './passwords/routes.ts'
import { createAuthService, type LoginResult } from './service.ts'
import { readClientInfo } from './sessions/client-info.ts'
import { createAccountStore } from './store.ts'
import { createUserPresenter } from './user-presenter.ts'

interface AuthRouteOptions {
  config: Pick<Config, 'secretKeys' | 'publicUrl'>
  database: Database
  clock: () => Date
}

export function registerAuthRoutes(api: Api, { config, database, clock }: AuthRouteOptions): void {
  const accounts = createAccountStore(database.db)
  const dependencies = { database, accounts, throttle: createLoginThrottle(database.pool), clock }
  const service = createAuthService(dependencies)
  const presentUser = createUserPresenter(createEncryption(config.secretKeys))

  const cookieScope = { path: `${apiBase}/files`, secure: config.publicUrl.startsWith('https:') }
  const answerLogin = (reply: FastifyReply, { account, session }: LoginResult) => {
    reply.setCookie(fileCookieName, session.fileToken, { ...cookieScope, httpOnly: true, sameSite: 'strict' })
    return { token: session.token, data: presentUser(account) }
  }
  registerPasswordRoutes(api, { dependencies, answerLogin })

  serve(
    api,
    'login',
    async ({ body, request, reply }) => ({
      message: 'Login successful.',
      ...answerLogin(reply, await service.logIn(body, readClientInfo(request))),
    }),
    { limiter: 'slow' },
  )

  serve(api, 'logout', async ({ principal, reply }) => {
    await service.logOut(principal)
    reply.clearCookie(fileCookieName, cookieScope)
    return { message: 'You have logged out.', data: {} }
  })

  serve(api, 'me', async ({ principal }) => ({
    message: 'Your account.',
    data: presentUser(await service.getAccount(principal)),
  }))

  serve(api, 'updatePhoto', async ({ principal, body }) => ({
    message: 'Your photo has been changed.',
    data: presentUser(await service.changePhoto(principal, getFileId(body.passport, config.publicUrl))),
  }))

  serve(api, 'sessions', async ({ principal }) => ({
    message: 'Where you are logged in.',
    data: (await service.listSessions(principal)).map(({ id, startedAt, lastSeenAt, device }) => ({
      id,
      current: id === principal.sessionId,
      startedAt: startedAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      device,
    })),
  }))

  serve(api, 'endSessions', async ({ principal, query }) => {
    const ended = await service.endSessions(principal, query.id)
    return { message: ended === 1 ? 'One session ended.' : `${ended} sessions ended.`, data: { ended } }
  })
}
