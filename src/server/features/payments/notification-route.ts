// The provider's notification: JSON under any content type, answered in plain text (providers/remita.md, section 4).
import type { FastifyError } from 'fastify'
import { AppError } from '#server/app-error.ts'
import { describeError } from '#server/database/errors.ts'
import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { serveRaw } from '#server/http/serve.ts'
import type { PaymentsService } from './service.ts'

/** One line is enough to see that something is wrong, and a burst of notifications must not fill the log. */
const logPauseMs = 60_000

const plainText = 'text/plain; charset=utf-8'

export function registerNotificationRoute(
  api: ApplicantRoutes,
  payments: Pick<PaymentsService, 'acceptNotification'>,
  clock: () => Date,
): void {
  let quietUntil = 0
  // In a scope of its own, because only this route reads any content type as JSON and answers errors in plain text.
  api.app.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, text: string) => parseJson(text))
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const status = toStatus(error)
      const now = clock().getTime()
      if (status >= 500 && now >= quietUntil) {
        quietUntil = now + logPauseMs
        request.log.error({ errors: describeError(error) }, 'a payment notification could not be processed')
      }
      const pause = error instanceof AppError ? error.details.retryAfter : undefined
      if (pause || status === 503) reply.header('retry-after', String(pause ?? 5))
      return reply.code(status).type(plainText).send('Not Ok')
    })

    serveRaw({ ...api, app }, 'remitaNotification', async ({ body, reply }) => {
      await payments.acceptNotification(body)
      reply.type(plainText)
      return 'Ok'
    })
  })
}

/** Our own errors are answered with 503, so that the provider tries again. */
function toStatus(error: FastifyError) {
  const status = error instanceof AppError ? error.status : (error.statusCode ?? 503)
  return status >= 500 ? 503 : status
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('malformed_request', { cause })
  }
}
