// More doors to the same port. Node lets one connection in by each listening handle in a round of its event loop: where a
// crowd makes a round take 40 ms, five hundred newcomers stand outside for 20 s, the health check among them. So the handle
// is copied. Only passing a handle between processes copies it: it goes to a short-lived one and comes back.
import { type SendHandle, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'

/** Beside the first. */
const copies = 15
const patienceMs = 10_000
const echo = "process.on('message', (word, handle) => process.send(word, handle))"

export interface Doors {
  /** Connections that came in by these doors and are still there. */
  connections(): Promise<number>
  /** Lets nobody in any more; resolves when those connections have ended. */
  close(): Promise<void>
}

/**
 * Opens them beside the one at which `server` listens; who comes in by them is served like the others.
 * @throws Error when this system does not copy the handle; the first door stays as it was
 */
export async function openDoors(server: Server): Promise<Doors> {
  const handles = await copiesOf(server)
  const doors = handles.map((handle) =>
    // As node:http opens its own.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)).listen(handle),
  )
  return {
    async connections() {
      const counts = await Promise.all(doors.map(connectionsOf))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async close() {
      await Promise.all(doors.map((door) => new Promise((resolve) => door.close(resolve))))
    },
  }
}

export const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))

function copiesOf(server: Server): Promise<SendHandle[]> {
  const copier = spawn(process.execPath, ['-e', echo], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: patienceMs,
  })
  const handles: SendHandle[] = []
  const all = new Promise<SendHandle[]>((resolve, reject) => {
    copier.on('message', (_word, handle) => {
      if (handles.push(handle) === copies) resolve(handles)
    })
    copier.on('error', reject)
    copier.on('exit', () => reject(new Error('The process that copies handles has ended.')))
  })
  for (let n = 0; n < copies; n++) copier.send('door', handleOf(server))
  return all.finally(() => copier.kill('SIGKILL'))
}

/** A whole server would be listening in the other process too, and swallow who comes in that moment. */
function handleOf(server: Server): SendHandle {
  const { _handle } = server as unknown as { _handle: SendHandle }
  return _handle
}
