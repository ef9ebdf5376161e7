import { fork } from 'node:child_process'
import { once } from 'node:events'
import { stopProcess } from '../faults/child-processes.ts'
import { getS3Settings } from './s3-server.ts'

export interface S3Process {
  /** Of a server that uses it. */
  settings: Record<string, string>
  /** It neither answers nor closes a connection, until `thaw`. */
  freeze(): void
  thaw(): void
  /** SHA-256 of each object by key. */
  hashFiles(): Promise<Map<string, Buffer>>
  stop(): Promise<void>
}

/** Runs the test double for S3 in a process of its own. */
export async function startS3Process(): Promise<S3Process> {
  const child = fork(new URL('./s3-program.ts', import.meta.url), { execArgv: [] })
  const [address] = await once(child, 'message')
  return {
    settings: getS3Settings(address),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async hashFiles() {
      child.send('hash')
      const [hashes] = (await once(child, 'message')) as [[key: string, sha256: string][]]
      return new Map(hashes.map(([key, sha256]) => [key, Buffer.from(sha256, 'hex')]))
    },
    // Even a frozen process ends with SIGKILL.
    stop: async () => void (await stopProcess(child, 'SIGKILL')),
  }
}
