import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns the first of `count` consecutive free ports.
 * @param from the first port to try
 */
export async function findFreePorts(from: number, count: number): Promise<number> {
  for (let first = from; first < from + 100; first += count) {
    const ports = Array.from({ length: count }, (_, offset) => first + offset)
    const free = await Promise.all(ports.map(isFree))
    if (free.every(Boolean)) return first
  }
  throw new Error(`There are no ${count} consecutive free ports above ${from}.`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/**
 * Returns a port that is free at the moment, from below those that systems give to outgoing connections (32768 and above on
 * Linux): a connection could take one of these before the caller listens on it, or while a stopped server waits for its restart.
 * Above 10080, to which `fetch` refuses to connect.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(10_081, 32_768)
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port between 10081 and 32767.')
}
