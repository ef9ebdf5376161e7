// Whether a page of ours made the browser send a request. Compared with the configured addresses and never with the Host
// header: a name of somebody else that leads to this server (DNS rebinding) sends an Origin that equals its Host.
import type { FastifyRequest } from 'fastify'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
const isLoopback = (url: string) => URL.canParse(url) && loopbackHosts.has(new URL(url).hostname)

/**
 * @param urls where the pages of an audience are; on a developer's machine any port of it, since proxies and tests have others
 * @returns whether a request may come from them; reading needs no origin, and clients that are no browsers send none
 */
export function createOriginCheck(urls: readonly string[]) {
  const origins = new Set(urls.map((url) => new URL(url).origin))
  const isLocal = urls.every(isLoopback)
  return ({ method, headers: { origin } }: Pick<FastifyRequest, 'method' | 'headers'>): boolean => {
    if (method === 'GET' || method === 'HEAD' || origin === undefined) return true
    return origins.has(origin) || (isLocal && isLoopback(origin))
  }
}
