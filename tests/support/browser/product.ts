// Starts the product with `npm start`, on its own ports and in its own data directory.
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopProcess, waitForReadyLine } from '../faults/child-processes.ts'

export interface Product extends ProductAddresses {
  /** Stops it gracefully and removes its data. */
  stop(): Promise<void>
}

export interface ProductAddresses {
  url: string
  remita: string
  nin: string
  mailbox: string
}

const launcher = join(import.meta.dirname, '../../../tools/start.mjs')
// The first start installs and builds.
const startTimeoutMs = 240_000

/** The product listens on `port`, its simulators on the next three. */
const addressesAt = (port: number): ProductAddresses => ({
  url: `http://localhost:${port}`,
  remita: `http://127.0.0.1:${port + 1}`,
  nin: `http://127.0.0.1:${port + 2}`,
  mailbox: `http://127.0.0.1:${port + 3}`,
})

/**
 * Starts it with the demo data and waits until it is ready.
 * @param port the first of five
 * @throws Error with its output when it exits or takes too long
 */
export async function startProduct(port: number, settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-product-'))
  const child = fork(launcher, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const stop = async () => {
    await stopProcess(child)
    await rm(dataDir, { recursive: true, force: true })
  }
  await waitForReadyLine(child, startTimeoutMs).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { ...addressesAt(port), stop }
}
