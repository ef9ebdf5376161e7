// A small HTTP server with a list of routes: method, path with `:names`, and a function from request to reply.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Listening, listen } from './listen.ts'
import { jsonResponse, type SimulatorReply } from './reply.ts'

export interface SimulatorRequest {
  method: string
  path: string
  query: URLSearchParams
  params: Record<string, string>
  headers: IncomingHttpHeaders
  body: string
}

export interface SimulatorRoute {
  /** `*` matches any method. */
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS' | '*'
  path: string
  handle: (request: SimulatorRequest) => SimulatorReply | Promise<SimulatorReply>
}

export interface RunningSimulator {
  url: string
  port: number
  close(): Promise<void>
}

const maxBodyBytes = 1024 * 1024

/** The first route that matches is used. `close` cuts open connections. */
export async function startHttpServer(
  purpose: string,
  routes: SimulatorRoute[],
  at: Listening,
): Promise<RunningSimulator> {
  const table = [...routes, icon].map((route) => ({ ...route, match: createMatcher(route.path) }))
  const server = createServer(async (request, response) => {
    try {
      send(response, await handle(table, request))
    } catch (error) {
      // The client closed the connection before its request was complete.
      if (request.destroyed && !request.complete) return
      console.error(`${purpose}: ${request.method} failed`, error)
      send(response, jsonResponse({ error: 'The simulator itself failed; see its log.' }, 500))
    }
  })
  const { host, port } = await listen(server, purpose, at)
  return {
    url: `http://${host}:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Browsers ask every site for its icon; a 404 would be an error on the page's console. */
const icon: SimulatorRoute = {
  method: 'GET',
  path: '/favicon.ico',
  handle: () => ({ status: 204, headers: {}, body: '' }),
}

type MatchedRoute = SimulatorRoute & { match: (path: string) => Record<string, string> | undefined }

async function handle(routes: MatchedRoute[], request: IncomingMessage): Promise<SimulatorReply> {
  const url = new URL(request.url ?? '/', 'http://simulator')
  const method = request.method ?? 'GET'
  const body = await readBody(request)
  if (body === undefined) return jsonResponse({ error: `A body may have at most ${maxBodyBytes} bytes.` }, 413)

  let pathIsKnown = false
  for (const route of routes) {
    const params = route.match(url.pathname)
    if (!params) continue
    pathIsKnown = true
    if (route.method !== '*' && route.method !== method) continue
    return route.handle({ method, path: url.pathname, query: url.searchParams, params, headers: request.headers, body })
  }
  if (pathIsKnown) return jsonResponse({ error: `${method} is not known at ${url.pathname}.` }, 405)
  return jsonResponse({ error: `Nothing is at ${url.pathname}.` }, 404)
}

function createMatcher(path: string): MatchedRoute['match'] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const pattern = new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '([^/]+)')}$`)
  return (pathname) => {
    const found = pattern.exec(pathname)
    if (!found) return undefined
    return Object.fromEntries(names.map((name, at) => [name, decodeSegment(found[at + 1] ?? '')]))
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Undefined when the body is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= maxBodyBytes) chunks.push(chunk)
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, reply: SimulatorReply): void {
  if (reply === 'silence') return
  if (reply === 'hang-up') {
    response.destroy()
    return
  }
  response.writeHead(reply.status, { 'cache-control': 'no-store', ...reply.headers })
  response.end(reply.body)
}
