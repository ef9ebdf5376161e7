// A reverse proxy in front of the product that can fail calls the way hosting gateways do.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiBase } from '#shared/api/calls.ts'

/** What the browser gets instead of the product's response; a string body is sent as HTML, an object as JSON. */
export type GatewayFault = 'hangs up' | { status: number; body: string | object }

export interface ForwardedCall {
  /** For example `POST /users/login`, relative to the API's base path. */
  call: string
  headers: IncomingHttpHeaders
}

export interface FaultyGateway {
  readonly url: string
  /** Every API call received, failed or not. */
  readonly receivedCalls: ForwardedCall[]
  /** Fails every such call until `restore`, since browsers repeat calls whose connection was closed. `call` has no query. */
  failWith(call: string, fault: GatewayFault): void
  restore(): void
  close(): Promise<void>
}

/** Listens on a free port. */
export async function startFaultyGateway(product: string): Promise<FaultyGateway> {
  const faults = new Map<string, GatewayFault>()
  const receivedCalls: ForwardedCall[] = []
  const server = createServer((incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?')
    const call = `${incoming.method} ${path.replace(apiBase, '')}`
    if (path.startsWith(apiBase)) receivedCalls.push({ call, headers: incoming.headers })
    const fault = faults.get(call)
    if (!fault) return forward(product, incoming, outgoing)
    if (fault === 'hangs up') return incoming.socket.destroy()
    incoming.resume()
    const isHtml = typeof fault.body === 'string'
    outgoing.writeHead(fault.status, { 'content-type': isHtml ? 'text/html' : 'application/json' })
    outgoing.end(isHtml ? fault.body : JSON.stringify(fault.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    receivedCalls,
    failWith: (call, fault) => void faults.set(call, fault),
    restore: () => faults.clear(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function forward(product: string, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method = 'GET', headers } = incoming
  const proxied = request(new URL(incoming.url ?? '/', product), { method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.on('error', () => outgoing.destroy()).pipe(outgoing)
  })
  proxied.on('error', () => outgoing.destroy())
  incoming.on('error', () => proxied.destroy()).pipe(proxied)
}

/** What gateways answer when the server behind them does not. */
export const badGateway = { status: 502, body: '<html><body><h1>502 Bad Gateway</h1></body></html>' } as const
