// What a simulator sends back over HTTP.

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

/** `silence` keeps the caller waiting for ever, `hang-up` cuts the connection. */
export type Reply = Answer | 'silence' | 'hang-up'

/** A JSON answer. A string is taken as JSON already written, because some providers write numbers in their own way. */
export function json(value: unknown, status = 200): Answer {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body }
}

export function page(body: string, status = 200): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

export function script(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body }
}
