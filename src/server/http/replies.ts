// Turns every error into a reply in the common form. No stack, SQL or provider's text leaves the server.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getLoginPathForFile } from '#shared/api/applicant/file-link.ts'
import type { ErrorReply } from '#shared/api/contract.ts'
import { type AnyErrorCode, AppError } from '../app-error.ts'
import { createCountedLog } from '../load/counted-log.ts'
import { maxUrlLength } from './request-line.ts'

/** What the database layer knows about errors; handed in, since the API layer does not depend on it. */
export interface DatabaseErrors {
  /** Whether the same request may succeed later, when the database is back. */
  isUnavailable(error: unknown): boolean
  /** Names, codes and SQLSTATEs for the log; no messages. */
  describeError(error: unknown): object[]
}

export function registerErrorHandlers(app: FastifyInstance, database: DatabaseErrors): void {
  const countRejection = createCountedLog((count) => app.log.error({ count }, 'overloaded: requests were rejected'))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const appError = hasClientLeft(request) ? new AppError('malformed_request') : toAppError(error, database)
    if (isOverload(appError)) countRejection()
    else if (appError.status >= 500) logError(request, error, appError, database)
    if (appError.status === 401 && isFileOpenedByLink(request))
      return reply.redirect(getLoginPathForFile(request.url), 303)
    return sendError(reply, appError)
  })
  app.setNotFoundHandler((_request, reply) => sendError(reply, new AppError('not_found')))
}

/** A person who follows a link needs the login page; scripts, images and downloads get the error. */
function isFileOpenedByLink({ method, headers, routeOptions }: FastifyRequest) {
  if (routeOptions.config.access !== 'reader' || method !== 'GET' || headers.authorization) return false
  const destination = headers['sec-fetch-dest'] ?? 'document'
  return destination === 'document' && headers.accept?.includes('text/html') === true
}

/** For URLs that the router cannot read. No hook runs for them, and the framework's own reply repeats the path. */
export function replyToUnreadableUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isTooLong = request.originalUrl.length > maxUrlLength
  // No path of ours has so long a parameter.
  const code = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'not_found' : 'malformed_request'
  const appError = new AppError(isTooLong ? 'address_too_long' : code)
  reply
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('x-request-id', request.id)
  request.log.info({ method: request.method, route: 'unreadable', status: appError.status, ms: 0 }, 'request')
  void sendError(reply, appError)
}

const challenges: Partial<Record<AnyErrorCode, string>> = { session_ended: 'Bearer error="invalid_token"' }

export function sendError(reply: FastifyReply, error: AppError) {
  const { errors, data, retryAfter = error.status === 503 ? 5 : undefined } = error.details
  if (retryAfter) reply.header('retry-after', String(retryAfter))
  // Required by RFC 9110. Browsers open no dialog for the Bearer scheme.
  if (error.status === 401) reply.header('www-authenticate', challenges[error.code] ?? 'Bearer')
  const body: ErrorReply = {
    status: 'error',
    success: false,
    statusCode: error.status,
    code: error.code,
    message: error.message,
    ...(errors && { errors }),
    ...(data !== undefined && { data }),
  }
  return reply.code(error.status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** In the middle of its body. What then fails says nothing about this server, though it may look like a lost database. */
const hasClientLeft = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

/** A limiter's rejection; nothing else is unavailable without a cause. */
const isOverload = ({ code, cause }: AppError) => code === 'unavailable' && cause === undefined

function toAppError(error: FastifyError, { isUnavailable }: DatabaseErrors): AppError {
  if (error instanceof AppError) return error
  if (isUnavailable(error)) return new AppError('unavailable', { cause: error })
  const status = error.statusCode ?? 500
  if (status === 413) return new AppError('too_large')
  if (status === 415) return new AppError('json_only')
  if (status >= 400 && status < 500) return new AppError('malformed_request')
  return new AppError('unexpected', { cause: error })
}

/** Logs where the error came from and its codes, but no message: a database error repeats the statement's parameters. */
function logError(request: FastifyRequest, error: Error, { code }: AppError, { describeError }: DatabaseErrors) {
  const stack = listStackFrames(error)
  const { method, routeOptions } = request
  request.log.error({ code, errors: describeError(error), stack, method, route: routeOptions.url }, 'request failed')
}

/** Where the error came from. The first lines of a stack are its message, which is left out. */
export const listStackFrames = (error: unknown): string[] =>
  (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim())
