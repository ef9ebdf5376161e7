// Checks what no honest client sends, before routes, hooks or handlers look at a request.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'

/** Characters of path and query together; our longest has about 200. */
export const maxUrlLength = 2_048

/** The router refuses this path, so nothing else reads the long one. */
const unreadablePath = '/%'

/** For Fastify's `rewriteUrl`, which runs before the router. */
export const replaceLongUrl = ({ url = '/' }: IncomingMessage): string =>
  url.length > maxUrlLength ? unreadablePath : url

/** Refuses requests with two hosts and bodies in another charset than UTF-8. */
export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers }) => {
    // Node takes the first of them; a proxy in front may have taken the second.
    if (countHeader(raw, 'host') > 1) throw new AppError('malformed_request')
    if (!isUtf8(headers['content-type'])) throw new AppError('charset_refused')
  })
}

/**
 * Whether a page of another site made the browser send this request. Only pages of the portal have a reason to, except for
 * what anybody may read. Clients that are no browsers do not send the header.
 */
export const isFromOtherSite = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'

function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length
}

/** Whether the content type names no charset, or UTF-8 (of which ASCII is a part). */
function isUtf8(contentType = ''): boolean {
  const [, ...parameters] = contentType.toLowerCase().split(';')
  const charsets = parameters.map((parameter) => parameter.trim()).filter((text) => text.startsWith('charset='))
  return charsets.every((text) => ['utf-8', 'utf8', 'us-ascii'].includes(text.slice(8).replaceAll('"', '')))
}
