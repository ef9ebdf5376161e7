import type { FastifyReply } from 'fastify'
import type { Config } from '#server/config.ts'
import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { serve } from '#server/http/serve.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import type { DecryptionDependencies } from '#server/platform/encryption/unreadable-values.ts'
import { getFileId } from '#shared/api/applicant/calls.ts'
import { apiBase } from '#shared/api/calls.ts'
import { type PasswordRouteOptions, registerPasswordRoutes } from './passwords/routes.ts'
import type { LoginResult } from './service.ts'
import { readClientInfo } from './sessions/client-info.ts'
import { createUserPresenter } from './user-presenter.ts'

interface AuthRouteOptions extends Omit<PasswordRouteOptions, 'answerLogin'> {
  config: Pick<Config, 'publicUrl'>
  encryption: Encryption
  log: DecryptionDependencies['log']
}

export function registerAuthRoutes(api: ApplicantRoutes, options: AuthRouteOptions): void {
  const { auth, config, deviceCookies } = options
  const { cookie: fileCookie } = api.audience
  // Slips are opened by plain links too. A cookie has only one path.
  const fileCookiePaths = [fileCookie.options.path, `${apiBase}/slips`]
  const presentUser = createUserPresenter(options)

  const answerLogin = (reply: FastifyReply, { account, session }: LoginResult) => {
    for (const path of fileCookiePaths)
      reply.setCookie(fileCookie.name, session.fileToken, { ...fileCookie.options, path })
    reply.setCookie(deviceCookies.name, deviceCookies.issue(account.userId), deviceCookies.options)
    return { token: session.token, data: presentUser(account) }
  }
  registerPasswordRoutes(api, { ...options, answerLogin })

  serve(
    api,
    'login',
    async ({ body, request, reply }) => ({
      message: 'Login successful.',
      ...answerLogin(reply, await auth.logIn(body, readClientInfo(request, deviceCookies))),
    }),
    { limiter: 'slow' },
  )

  serve(api, 'logout', async ({ principal, reply }) => {
    await auth.logOut(principal)
    for (const path of fileCookiePaths) reply.clearCookie(fileCookie.name, { ...fileCookie.options, path })
    return { message: 'You have logged out.', data: {} }
  })

  serve(api, 'me', async ({ principal: { account } }) => ({ message: 'Your account.', data: presentUser(account) }), {
    findSession: auth.findSessionWithAccount,
  })

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
