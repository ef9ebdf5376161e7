import type { Config } from '#server/config.ts'
import { type Api, serve, serveRaw } from '#server/platform/api/serve.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { draftStore } from './draft-store.ts'
import { draftService } from './drafts.ts'
import { presentedText } from './presenter.ts'
import { applicationService } from './service.ts'
import { applicationStore } from './store.ts'

interface Options {
  config: Pick<Config, 'publicUrl' | 'secretKeys'>
  database: Pick<Database, 'db' | 'pool'>
  clock: () => Date
}

/** A form with every list full, in letters that take three bytes each. */
const bodyLimit = 1024 * 1024

export function applicationRoutes(api: Api, { config, database, clock }: Options): void {
  const applications = applicationStore(database.db)
  const service = applicationService({ database, applications, clock, publicUrl: config.publicUrl })
  const drafts = draftService({ applications, drafts: draftStore(database.db), clock })
  const { open } = createEncryption(config.secretKeys)

  serveRaw(api, 'myApplication', async ({ caller, reply }) =>
    reply.type('application/json; charset=utf-8').send(presentedText(await service.own(caller.accountId), open)),
  )

  serve(
    api,
    'submitApplication',
    async ({ caller, body }) => ({
      message: notices.submit.done,
      data: { applicationId: await service.submit(caller.accountId, body) },
    }),
    { bodyLimit },
  )

  serve(api, 'draft', async ({ caller }) => ({
    message: 'Your draft.',
    data: await drafts.current(caller.accountId),
  }))

  serve(
    api,
    'saveDraft',
    async ({ caller: { accountId }, body: { document, revision } }) => ({
      message: 'Saved.',
      data: await drafts.save({ accountId, document, revision }),
    }),
    { bodyLimit },
  )
}
