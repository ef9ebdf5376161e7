// ClamAV's daemon over TCP: sends the file with INSTREAM, in chunks with their lengths, and reads one line as the reply.
// https://docs.clamav.net/manual/Usage/Scanning.html#clamd
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ScannerError, type ScanVerdict, type VirusScanner } from './virus-scanner.ts'

interface ClamdSettings {
  host: string
  port: number
  /** For one file, from the first packet to the verdict. */
  timeoutMs?: number
}

const chunkBytes = 256 * 1024
/** Characters. A verdict is one line; a longer reply does not come from a scanner. */
const maxAnswerLength = 4096

export function createClamdScanner({ host, port, timeoutMs = 10_000 }: ClamdSettings): VirusScanner {
  return {
    async scan(content) {
      const socket = connect({ host, port })
      const timer = setTimeout(() => socket.destroy(new ScannerError('The scanner took too long.')), timeoutMs)
      try {
        // In parallel: the scanner may answer and close the connection before it has read everything.
        const [answer] = await Promise.all([readAnswer(socket), sendContent(socket, content)])
        return parseVerdict(answer)
      } catch (error) {
        throw error instanceof ScannerError ? error : new ScannerError('The scanner gave no answer.', { cause: error })
      } finally {
        clearTimeout(timer)
        socket.destroy()
      }
    },
  }
}

async function sendContent(socket: Socket, content: Uint8Array): Promise<void> {
  await once(socket, 'connect')
  socket.write('zINSTREAM\0')
  for (let at = 0; at < content.length && socket.writable; at += chunkBytes) {
    const chunk = content.subarray(at, at + chunkBytes)
    socket.write(encodeLength(chunk))
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }
  if (socket.writable) socket.write(encodeLength(new Uint8Array()))
}

function encodeLength(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return length
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = ''
  for await (const chunk of socket) {
    answer += String(chunk)
    if (answer.includes('\0') || answer.length > maxAnswerLength) break
  }
  return answer
}

function parseVerdict(answer: string): ScanVerdict {
  if (/^stream: OK\0/.test(answer)) return 'clean'
  if (/^stream: .{1,500} FOUND\0/.test(answer)) return 'infected'
  throw new ScannerError('The scanner gave no verdict.')
}
