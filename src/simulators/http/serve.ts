// A small HTTP server: a list of routes, each a method, a path with `:names`, and a function from request to reply.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Listening, listen } from './listen.ts'
import { json, type Reply } from './reply.ts'

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  params: Record<string, string>
  headers: IncomingHttpHeaders
  body: string
}

export interface Route {
  /** `*` takes any method. */
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS' | '*'
  path: string
  handle: (asked: Asked) => Reply | Promise<Reply>
}

export interface Serving {
  url: string
  port: number
  close(): Promise<void>
}

const BODY_LIMIT_BYTES = 1024 * 1024

/** Serves the routes, the first that fits wins. Closing cuts the connections that are still open. */
export async function serve(purpose: string, routes: Route[], at: Listening): Promise<Serving> {
  const table = routes.map((route) => ({ ...route, match: matcher(route.path) }))
  const server = createServer(async (request, response) => {
    try {
      send(response, await reply(table, request))
    } catch (error) {
      console.error(`${purpose}: ${request.method} failed`, error)
      send(response, json({ error: 'The simulator itself failed; see its log.' }, 500))
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

type MatchedRoute = Route & { match: (path: string) => Record<string, string> | undefined }

async function reply(table: MatchedRoute[], request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://simulator')
  const method = request.method ?? 'GET'
  const body = await readBody(request)
  if (body === undefined) return json({ error: `A body may have ${BODY_LIMIT_BYTES} bytes at most.` }, 413)

  let pathIsKnown = false
  for (const route of table) {
    const params = route.match(url.pathname)
    if (!params) continue
    pathIsKnown = true
    if (route.method !== '*' && route.method !== method) continue
    return route.handle({ method, path: url.pathname, query: url.searchParams, params, headers: request.headers, body })
  }
  if (pathIsKnown) return json({ error: `${method} is not known at ${url.pathname}.` }, 405)
  return json({ error: `Nothing is at ${url.pathname}.` }, 404)
}

function matcher(path: string): MatchedRoute['match'] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const shape = new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '([^/]+)')}$`)
  return (asked) => {
    const found = shape.exec(asked)
    if (!found) return undefined
    return Object.fromEntries(names.map((name, at) => [name, decoded(found[at + 1] ?? '')]))
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The body as text, or undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk)
  }
  return size > BODY_LIMIT_BYTES ? undefined : Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return
  if (reply === 'hang-up') {
    response.destroy()
    return
  }
  response.writeHead(reply.status, { 'cache-control': 'no-store', ...reply.headers })
  response.end(reply.body)
}
