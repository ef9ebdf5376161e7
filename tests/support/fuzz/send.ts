// Sends a request as it stands, which fetch would put right first.
import { Agent, request } from 'node:http'

export interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

export interface Received {
  status: number
  type: string
  text: string
  /** From the first byte sent to the last one received. */
  ms: number
}

/** One connection that is kept open, and closed at the end. */
export function sender(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers, body }: Sent): Promise<Received> =>
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
        // The server need not read a body that it has refused, and closes the connection on it.
        sent.on('error', (error) => isAnswered || reject(error))
        sent.end(body)
      }),
  }
}
