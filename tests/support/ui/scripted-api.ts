// A real HTTP server that answers the web app's calls with scripted replies, for the tests of src/applicant.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

export interface ScriptedAnswer {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

type ScriptedReply = ScriptedAnswer | 'hang up'
type Script = (request: ReceivedRequest) => ScriptedReply | Promise<ScriptedReply>

export interface ScriptedApi {
  readonly url: string
  readonly requests: ReceivedRequest[]
  answer(script: Script): void
  /** Answers by call, such as `GET /users/me`. All other calls get a 404. */
  answerCalls(calls: Record<string, ScriptedReply | (() => ScriptedReply | Promise<ScriptedReply>)>): void
  /** Ends the calls whose answers are still held back. */
  hangUp(): void
  close(): Promise<void>
}

let held: Promise<void> | undefined

/** No server answers until the returned function is called. */
export function holdAnswers(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  return () => {
    held = undefined
    resolve()
  }
}

/** Listens on a free local port. Text bodies are sent unchanged, all others as JSON. */
export async function startScriptedApi(): Promise<ScriptedApi> {
  let script: Script = () => failure(404, 'not_found', 'There is nothing at this address.')
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const received: ReceivedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: request.headers['content-type']?.includes('json') ? JSON.parse(text) : text || undefined,
    }
    requests.push(received)
    await held
    const answer = await script(received)
    if (answer === 'hang up') return request.socket.destroy()
    const { status = 200, headers, body } = answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer(next) {
      script = next
    },
    answerCalls(calls) {
      script = ({ method, path }) => {
        const [bare = ''] = path.split('?')
        const reply = calls[`${method} ${bare.replace('/api/v1', '')}`]
        if (reply === undefined) return failure(404, 'not_found', 'There is nothing at this address.')
        return typeof reply === 'function' ? reply() : reply
      }
    },
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

export const success = (data: unknown, more: object = {}): ScriptedAnswer => ({
  body: { status: 'success', success: true, statusCode: 200, message: 'Done.', data, ...more },
})

export const failure = (status: number, code: string, message: string, more: object = {}): ScriptedAnswer => ({
  status,
  body: { status: 'error', success: false, statusCode: status, code, message, ...more },
})
