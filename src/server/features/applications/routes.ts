import { AppError } from '#server/app-error.ts'
import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { serve, serveRaw } from '#server/http/serve.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import type { DecryptionDependencies } from '#server/platform/encryption/unreadable-values.ts'
import { messages } from '#shared/messages/web-messages.ts'
import type { ApplicationSessions } from './application-sessions.ts'
import type { DraftService } from './drafts.ts'
import { renderDraft, renderOwnApplication } from './presenter.ts'
import type { ApplicationService } from './service.ts'

interface ApplicationRouteOptions {
  applications: ApplicationService
  applicationSessions: ApplicationSessions
  drafts: DraftService
  encryption: Encryption
  log: DecryptionDependencies['log']
  clock: () => Date
}

const json = 'application/json; charset=utf-8'

export function registerApplicationRoutes(api: ApplicantRoutes, options: ApplicationRouteOptions): void {
  const { applications, applicationSessions, drafts } = options

  serveRaw(
    api,
    'myApplication',
    async ({ principal: { own }, reply }) => {
      if (!own) throw new AppError('no_application')
      reply.type(json)
      return renderOwnApplication(own, options, options.clock())
    },
    { findSession: applicationSessions.findSessionWithOwn },
  )

  serve(api, 'applicationSummary', async ({ principal }) => ({
    message: 'Your application at a glance.',
    data: await applications.getSummary(principal.accountId),
  }))

  serve(
    api,
    'submitApplication',
    async ({ principal, body }) => {
      const { number, submittedAt } = await applications.submit(principal, body)
      return { message: messages.submit.done, data: { applicationId: number, submittedAt: submittedAt.toISOString() } }
    },
    { findSession: applicationSessions.findSessionWithContext },
  )

  serveRaw(api, 'draft', async ({ principal, reply }) => {
    reply.type(json)
    return renderDraft('Your draft.', await drafts.get(principal.accountId))
  })

  serveRaw(api, 'saveDraft', async ({ principal: { accountId }, body: { document, revision }, reply }) => {
    const saved = await drafts.save({ accountId, document: JSON.stringify(document), revision })
    reply.type(json)
    return renderDraft('Saved.', saved)
  })
}
