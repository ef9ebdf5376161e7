// A gateway in front of the product, as every hosting has one. Told so, it breaks as gateways do: the pages are untouched,
// and what they make of such an answer is their own doing.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiBase } from '#shared/api/calls.ts'

/** What comes instead of the product's answer: text is sent as a page, anything else as JSON. */
export type Breakage = 'hangs up' | { status: number; body: string | object }

export interface PassedCall {
  /** `POST /users/login`, below the API's base. */
  call: string
  headers: IncomingHttpHeaders
}

export interface Gateway {
  readonly url: string
  /** Every call that came, broken or not. */
  readonly passed: PassedCall[]
  /** Breaks every such call (browsers repeat one that is hung up on), named as in `passed` but without its query, until it is mended. */
  breaks(call: string, breakage: Breakage): void
  mends(): void
  close(): Promise<void>
}

/** Listens on a free port of the loopback. */
export async function startGateway(product: string): Promise<Gateway> {
  const breakages = new Map<string, Breakage>()
  const passed: PassedCall[] = []
  const server = createServer((incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?')
    const call = `${incoming.method} ${path.replace(apiBase, '')}`
    if (path.startsWith(apiBase)) passed.push({ call, headers: incoming.headers })
    const breakage = breakages.get(call)
    if (!breakage) return passOn(product, incoming, outgoing)
    if (breakage === 'hangs up') return incoming.socket.destroy()
    incoming.resume()
    const isPage = typeof breakage.body === 'string'
    outgoing.writeHead(breakage.status, { 'content-type': isPage ? 'text/html' : 'application/json' })
    outgoing.end(isPage ? breakage.body : JSON.stringify(breakage.body))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    passed,
    breaks: (call, breakage) => void breakages.set(call, breakage),
    mends: () => breakages.clear(),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

function passOn(product: string, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method = 'GET', headers } = incoming
  const onward = request(new URL(incoming.url ?? '/', product), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}

/** What gateways say when nobody answers behind them. */
export const badGateway = { status: 502, body: '<html><body><h1>502 Bad Gateway</h1></body></html>' } as const
