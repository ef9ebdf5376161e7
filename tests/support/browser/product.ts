// The whole product as a user runs it: `npm start` on a port and a data directory of its own.
import { fork } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ended, untilReady } from '../faults/child-processes.ts'

export interface Product extends ProductAddresses {
  /** Stops it in order and removes its data. */
  stop(): Promise<void>
}

export interface ProductAddresses {
  url: string
  remita: string
  nin: string
  mailbox: string
}

const launcher = join(import.meta.dirname, '../../../tools/start.mjs')
// A first start installs and builds.
const patience = 240_000

/** Where a product on this port, and its simulators above it, can be reached. */
const addressesAt = (port: number): ProductAddresses => ({
  url: `http://localhost:${port}`,
  remita: `http://127.0.0.1:${port + 1}`,
  nin: `http://127.0.0.1:${port + 2}`,
  mailbox: `http://127.0.0.1:${port + 3}`,
})

/**
 * Starts it, as the demo, and waits for its last line.
 * @param port the first of five
 * @throws Error with all that it printed when it ends or hangs instead
 */
export async function startProduct(port: number, settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-product-'))
  await chmod(dataDir, 0o711)
  const child = fork(launcher, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const stop = async () => {
    await ended(child)
    await rm(dataDir, { recursive: true, force: true })
  }
  await untilReady(child, patience).catch(async (error) => {
    await stop()
    throw error
  })
  return { ...addressesAt(port), stop }
}
