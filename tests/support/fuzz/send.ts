// Sends raw requests without the normalisation that fetch applies.
import { Agent, request } from 'node:http'

export interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

export interface RawResponse {
  status: number
  type: string
  text: string
  /** From the first byte sent to the last byte received. */
  ms: number
}

/** Sends over one kept-alive connection. */
export function createSender(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers, body }: RawRequest): Promise<RawResponse> =>
      new Promise((resolve, reject) => {
        const started = performance.now()
        const length = body && { 'content-length': String(body.length) }
        const sent = request(origin, { agent, method, path, headers: { ...headers, ...length } })
        let isAnswered = false
        sent.once('response', async (response) => {
          isAnswered = true
          try {
            let text = ''
            for await (const chunk of response.setEncoding('utf8')) text += chunk
            const type = response.headers['content-type'] ?? ''
            resolve({ status: response.statusCode ?? 0, type, text, ms: performance.now() - started })
          } catch (error) {
            reject(error)
          }
        })
        // The server may close the connection before it has read a body that it refused.
        sent.on('error', (error) => isAnswered || reject(error))
        sent.end(body)
      }),
  }
}
