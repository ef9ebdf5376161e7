// What an answer means, however it was fetched: calls and uploads both come through here.

import { currentSession, expireSession } from '#web/entities/session/session.ts'
import { ApiError } from './api-error.ts'

/**
 * The body of a successful answer.
 * @param token the one the request carried: when it is refused and still in use, the session has ended.
 * @throws ApiError unless the body itself says success.
 */
export function answered(status: number, text: string, token: string | null): unknown {
  const body = parsed(text)
  if (status < 300 && isSuccess(body)) return body

  const error = new ApiError(status, body)
  const isRefused = error.code === 'session_ended' || error.code === 'not_logged_in'
  if (token && status === 401 && isRefused && token === currentSession().token) expireSession(error.message)
  throw error
}

const isSuccess = (body: unknown) =>
  typeof body === 'object' && body !== null && 'status' in body && body.status === 'success'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
