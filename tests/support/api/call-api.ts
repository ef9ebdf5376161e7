import type { Answer, CallOptions } from './api.ts'

/** Calls the API of a server, below /api/v1. */
export async function callApi(
  origin: string,
  method: string,
  path: string,
  { token, body, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const isForm = body instanceof FormData
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('application/json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
}
