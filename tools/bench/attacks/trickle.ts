// Uploads that announce 5 MiB and send almost nothing.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface TrickleOptions {
  tokens: string[]
  path: string
}

/** @returns how each upload was answered, or `open` when it was not */
export function trickleUploads(port: number, { tokens, path }: TrickleOptions, ms: number): Promise<string[]> {
  return Promise.all(
    tokens.map(async (token) => {
      const socket = connect(port, '127.0.0.1')
      let answer = 'open'
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => {
        answer = chunk.toString('latin1', 9, 12)
      })
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 5242000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`,
      )
      for (let passed = 0; passed < ms && answer === 'open'; passed += 200) {
        socket.write('%')
        await sleep(200)
      }
      socket.destroy()
      return answer
    }),
  )
}
