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
    server.close()
    return true
  } catch {
    return false
  }
}

/** Returns a port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
