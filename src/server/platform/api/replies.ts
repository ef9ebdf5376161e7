// Every failure becomes an honest answer in the common form; no stack, SQL or provider's text ever leaves.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#shared/api/contract.ts'
import type { ErrorCode } from '#shared/messages/errors.ts'
import { AppError } from './app-error.ts'

export interface FailureReader {
  /** Whether the database is away, so that the same request may succeed later. */
  isAway(error: unknown): boolean
  /** Codes for the log: never the statement, its parameters or personal data. */
  failureCodes(error: unknown): string[]
}

const frameworkErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'json_only',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_ASYNC_CONSTRAINT: 'malformed_request',
  // Nothing here has so long a name.
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

function failure(error: AppError): Failure {
  const { errors: fields, data } = error.more
  return {
    status: 'error',
    success: false,
    statusCode: error.status,
    code: error.code,
    message: error.message,
    ...(fields && { errors: fields }),
    ...(data !== undefined && { data }),
  }
}

export function answerFailures(app: FastifyInstance, reader: FailureReader): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error, reader)
    if (refusal.status >= 500) logFailure(request, error, refusal, reader)
    return send(reply, refusal)
  })
  app.setNotFoundHandler((_request, reply) => send(reply, new AppError('not_found')))
}

/** For addresses that the router can't read: no hook runs for them, and the library's own answer repeats the path. */
export function answerUnreadable(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  void send(reply, new AppError(frameworkErrors[error.code] ?? 'malformed_request'))
}

export function send(reply: FastifyReply, refusal: AppError) {
  if (refusal.more.retryAfter) reply.header('retry-after', String(refusal.more.retryAfter))
  else if (refusal.status === 503) reply.header('retry-after', '5')
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failure(refusal))
}

function refusalOf(error: FastifyError, reader: FailureReader): AppError {
  if (error instanceof AppError) return error
  if (reader.isAway(error)) return new AppError('unavailable', { cause: error })
  const known = frameworkErrors[error.code]
  if (known) return new AppError(known)
  const status = error.statusCode ?? 500
  if (status === 413) return new AppError('too_large')
  if (status === 415) return new AppError('json_only')
  if (status >= 400 && status < 500) return new AppError('malformed_request')
  return new AppError('unexpected', { cause: error })
}

function logFailure(request: FastifyRequest, error: Error, refusal: AppError, reader: FailureReader) {
  // A statement's message repeats its parameters, so only the place and the codes are told.
  const place = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim())
  request.log.error(
    {
      code: refusal.code,
      name: error.name,
      causes: reader.failureCodes(error),
      place,
      route: request.routeOptions.url,
    },
    'request failed',
  )
}
