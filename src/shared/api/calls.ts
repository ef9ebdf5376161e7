// How the calls of an audience are listed: each by its name, as method and path below the API's base.

export const apiBase = '/api/v1'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type CallTable = Readonly<Record<string, `${Method} /${string}`>>

/** Method and path of a call, for instance { method: 'GET', path: '/users/me' }. */
export function parseCall(call: CallTable[string]): { method: Method; path: string } {
  const [method, path] = call.split(' ')
  return { method: method as Method, path: path ?? '' }
}
