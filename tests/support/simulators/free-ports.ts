import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The first port of a free row.
 * @param from where to look first
 * @param count how many in a row
 */
export async function findFreePorts(from: number, count: number): Promise<number> {
  for (let first = from; first < from + 100; first += count) {
    const row = Array.from({ length: count }, (_, offset) => first + offset)
    const free = await Promise.all(row.map(isFree))
    if (free.every(Boolean)) return first
  }
  throw new Error(`There are no ${count} free ports in a row above ${from}.`)
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

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
