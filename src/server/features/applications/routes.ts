import { type Api, serve, serveRaw } from '#server/platform/api/serve.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import type { DecryptionDependencies } from '#server/platform/encryption/unreadable-values.ts'
import { messages } from '#shared/messages/web-messages.ts'
import type { DraftService } from './drafts.ts'
import { renderOwnApplication } from './presenter.ts'
import type { ApplicationService } from './service.ts'

interface ApplicationRouteOptions {
  applications: ApplicationService
  drafts: DraftService
  encryption: Encryption
  log: DecryptionDependencies['log']
}

export function registerApplicationRoutes(api: Api, options: ApplicationRouteOptions): void {
  const { applications, drafts } = options

  serveRaw(api, 'myApplication', async ({ principal, reply }) =>
    reply
      .type('application/json; charset=utf-8')
      .send(renderOwnApplication(await applications.getOwn(principal.accountId), options)),
  )

  serve(api, 'applicationSummary', async ({ principal }) => ({
    message: 'Your application at a glance.',
    data: await applications.getSummary(principal.accountId),
  }))

  serve(api, 'submitApplication', async ({ principal, body }) => ({
    message: messages.submit.done,
    data: { applicationId: await applications.submit(principal.accountId, body) },
  }))

  serve(api, 'draft', async ({ principal }) => ({
    message: 'Your draft.',
    data: await drafts.get(principal.accountId),
  }))

  serve(api, 'saveDraft', async ({ principal: { accountId }, body: { document, revision } }) => ({
    message: 'Saved.',
    data: await drafts.save({ accountId, document, revision }),
  }))
}
