import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { bearerToken, fileCookie } from '#server/platform/api/principal.ts'
import { perNetwork, quota } from '#server/platform/api/rate-limits.ts'
import { type Api, serve } from '#server/platform/api/serve.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { apiBase, fileIdOf } from '#shared/api/calls.ts'
import { guesses } from './guesses.ts'
import { passwordChange } from './passwords/password-change.ts'
import { forgottenPassword } from './passwords/password-reset.ts'
import { accountService, type From, type LoggedIn } from './service.ts'
import { deviceWords } from './sessions/device-label.ts'
import { accountStore } from './store.ts'
import { userPresenter } from './user-presenter.ts'

interface Options {
  config: Pick<Config, 'secretKeys' | 'publicUrl'>
  database: Database
  clock: () => Date
}

const hour = 3600

export function accountRoutes(api: Api, { config, database, clock }: Options): void {
  const { pool } = database
  const means = { database, accounts: accountStore(database.db), guesses: guesses(pool), clock }
  const account = accountService(means)
  const password = passwordChange(means)
  const resetMails = quota(pool, { name: 'reset_mail', free: 5, seconds: hour })
  const forgotten = forgottenPassword(means, resetMails)
  const user = userPresenter(createEncryption(config.secretKeys))
  const asking = perNetwork(quota(pool, { name: 'reset_asked', free: 60, seconds: hour }))
  const resetting = perNetwork(quota(pool, { name: 'reset_used', free: 60, seconds: hour }))

  const filesAddress = { path: `${apiBase}/files`, secure: config.publicUrl.startsWith('https:') }
  const welcome = (reply: FastifyReply, { account, session }: LoggedIn) => {
    reply.setCookie(fileCookie, session.fileToken, { ...filesAddress, httpOnly: true, sameSite: 'strict' })
    return { token: session.token, data: user(account) }
  }

  serve(
    api,
    'login',
    async ({ body, request, reply }) => ({
      message: 'Login successful.',
      ...welcome(reply, await account.logIn(body, from(request))),
    }),
    { gate: 'others' },
  )

  serve(api, 'logout', async ({ caller, reply }) => {
    await account.logOut(caller)
    reply.clearCookie(fileCookie, filesAddress)
    return { message: 'You have logged out.', data: {} }
  })

  serve(api, 'me', async ({ caller }) => ({ message: 'Your account.', data: user(await account.own(caller)) }))

  serve(
    api,
    'updatePassword',
    async ({ caller, body, request, reply }) => ({
      message: 'Your password has been changed.',
      ...welcome(reply, await password.byOwner(await account.own(caller), body, from(request))),
    }),
    { gate: 'others' },
  )

  serve(
    api,
    'updatePasswordByCode',
    async ({ body, request, reply }) => {
      const token = bearerToken(request.headers.authorization)
      const caller = token ? await api.sessions.byToken(token) : null
      return {
        message: 'Your password has been changed.',
        ...welcome(reply, await password.byMail(body, caller, from(request))),
      }
    },
    { limit: resetting, gate: 'others' },
  )

  serve(
    api,
    'forgotPassword',
    async ({ body }) => {
      await forgotten(body)
      return { message: 'If the user ID and the email belong together, a mail with a link is on its way.', data: {} }
    },
    { limit: asking },
  )

  serve(api, 'updatePhoto', async ({ caller, body }) => ({
    message: 'Your photo has been changed.',
    data: user(await account.usePhoto(caller, fileIdOf(body.passport, config.publicUrl))),
  }))

  serve(api, 'sessions', async ({ caller }) => ({
    message: 'Where you are logged in.',
    data: (await account.sessions(caller)).map(({ id, startedAt, lastSeenAt, device }) => ({
      id,
      current: id === caller.sessionId,
      startedAt: startedAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      device,
    })),
  }))

  serve(api, 'endSessions', async ({ caller, query }) => {
    const ended = await account.endSessions(caller, query.id)
    return { message: ended === 1 ? 'One session ended.' : `${ended} sessions ended.`, data: { ended } }
  })
}

const from = (request: FastifyRequest): From => ({
  address: request.ip,
  device: deviceWords(request.headers['user-agent']),
})
