// Reads the reply of a call or an upload.

import { expireToken } from '#applicant/http/credentials.ts'
import { ApiError } from '#kit/http/api-error.ts'

/**
 * The body of a successful reply.
 * @param token the one that the request carried: when it is refused and still in use, the session has ended
 * @throws ApiError unless the body itself says success
 */
export function readReply(status: number, text: string, token: string | null): unknown {
  const body = parseJson(text)
  if (status < 300 && isSuccess(body)) return body

  const error = new ApiError(status, body)
  const isTokenRefused = error.code === 'session_ended' || error.code === 'not_logged_in'
  if (token && status === 401 && isTokenRefused) expireToken(token, error.message)
  throw error
}

const isSuccess = (body: unknown) =>
  typeof body === 'object' && body !== null && 'status' in body && body.status === 'success'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
