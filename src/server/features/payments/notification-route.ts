// The provider's notification: JSON under whatever content type, answered in plain text (providers/remita.md, section 4).
import type { FastifyError, FastifyReply } from 'fastify'
import { AppError } from '#server/platform/api/app-error.ts'
import { type Api, serveRaw } from '#server/platform/api/serve.ts'
import { failureCodes } from '#server/platform/database/errors.ts'
import type { PaymentService } from './service.ts'

const bodyLimit = 128 * 1024

export function notificationRoute(api: Api, payments: Pick<PaymentService, 'notified'>): void {
  // A scope of its own: nowhere else is another content type taken for JSON, or a failure told in plain text.
  api.app.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, text: string) => jsonOf(text))
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const status = statusOf(error)
      if (status >= 500)
        request.log.error({ name: error.name, causes: failureCodes(error) }, 'a payment notification was not taken')
      return say(reply.code(status), 'Not Ok')
    })

    serveRaw(
      { ...api, app },
      'remitaNotification',
      async ({ body, reply }) => {
        await payments.notified(body)
        return say(reply, 'Ok')
      },
      { bodyLimit },
    )
  })
}

/** Anything of ours that fails is 503, so that the provider tries again. */
function statusOf(error: FastifyError) {
  const status = error instanceof AppError ? error.status : (error.statusCode ?? 503)
  return status >= 400 && status < 500 ? status : 503
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('malformed_request', { cause })
  }
}

const say = (reply: FastifyReply, words: 'Ok' | 'Not Ok') => reply.type('text/plain; charset=utf-8').send(words)
