// What a simulator sends back over HTTP.

export interface SimulatorResponse {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

/** `silence` never answers, `hang-up` cuts the connection. */
export type SimulatorReply = SimulatorResponse | 'silence' | 'hang-up'

/** A string is sent as it is, because some providers write numbers in their own way. */
export function jsonResponse(value: unknown, status = 200): SimulatorResponse {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body }
}

export function htmlResponse(body: string, status = 200): SimulatorResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

export function scriptResponse(body: string): SimulatorResponse {
  return { status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body }
}

/** Makes text safe for HTML elements and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
