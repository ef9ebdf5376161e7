// ClamAV's daemon over TCP: the file goes as an INSTREAM, in chunks that tell their length, and one line comes back.
// https://docs.clamav.net/manual/Usage/Scanning.html#clamd
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ScannerError, type Verdict, type VirusScanner } from './virus-scanner.ts'

interface Settings {
  host: string
  port: number
  /** For one file, from the first packet to the verdict. */
  timeoutMs?: number
}

const chunkBytes = 256 * 1024
/** A verdict is a line; whoever sends more is no scanner. */
const longestAnswer = 4096

export function clamd({ host, port, timeoutMs = 10_000 }: Settings): VirusScanner {
  return {
    async scan(content) {
      const socket = connect({ host, port })
      const timer = setTimeout(() => socket.destroy(new ScannerError('The scanner took too long.')), timeoutMs)
      try {
        // Both at once: a scanner that has seen enough answers and hangs up before the end.
        const [answer] = await Promise.all([answerOf(socket), sendWhole(socket, content)])
        return verdictOf(answer)
      } catch (error) {
        throw error instanceof ScannerError ? error : new ScannerError('The scanner gave no answer.', { cause: error })
      } finally {
        clearTimeout(timer)
        socket.destroy()
      }
    },
  }
}

async function sendWhole(socket: Socket, content: Uint8Array): Promise<void> {
  await once(socket, 'connect')
  socket.write('zINSTREAM\0')
  for (let at = 0; at < content.length && socket.writable; at += chunkBytes) {
    const chunk = content.subarray(at, at + chunkBytes)
    socket.write(lengthOf(chunk))
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }
  if (socket.writable) socket.write(lengthOf(new Uint8Array()))
}

function lengthOf(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return length
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = ''
  for await (const chunk of socket) {
    answer += String(chunk)
    if (answer.includes('\0') || answer.length > longestAnswer) break
  }
  return answer
}

function verdictOf(answer: string): Verdict {
  if (/^stream: OK\0/.test(answer)) return 'clean'
  if (/^stream: .{1,500} FOUND\0/.test(answer)) return 'infected'
  throw new ScannerError('The scanner gave no verdict.')
}
