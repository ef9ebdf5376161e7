// Checks that the ports are free before anything is started.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Failure } from './failure.mjs'

/**
 * @param {{ port: number, for: string }[]} wanted
 * @param {string} host the address to listen on
 * @throws {Failure} naming the port in use and what to do
 */
export async function requireFreePorts(wanted, host) {
  for (const { port, for: purpose } of wanted) {
    // Browsers may open http://localhost on ::1 first, where another program may listen.
    const addresses = host === '127.0.0.1' ? [host, '::1'] : [host]
    for (const address of addresses) {
      if (await isTaken(port, address)) {
        throw new Failure(
          `Port ${port} (${purpose}) is in use by another program. Stop that one or choose another port: PORT=3100 npm start`,
        )
      }
    }
  }
}

/**
 * @param {number} port
 * @param {string} address
 */
async function isTaken(port, address) {
  const server = createServer().listen(port, address)
  try {
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE'
  }
}
