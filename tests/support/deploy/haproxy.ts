import { join } from 'node:path'
import { stopProcess } from '../faults/child-processes.ts'
import { fetchStatus } from '../faults/health.ts'
import { freePort } from '../simulators/free-ports.ts'
import { runAsAdministrator } from './external-postgres.ts'
import { getProgram, startProgram, waitUntil } from './programs.ts'

export const deployDirectory = join(import.meta.dirname, '../../../deploy')

export interface HaProxy {
  origin: string
  stop(): Promise<void>
}

/** Runs deploy/haproxy.cfg in front of one or two servers. */
export async function startHaProxy(servers: readonly string[]): Promise<HaProxy> {
  const [first = '', second = first] = servers.map((origin) => new URL(origin).host)
  const listen = `127.0.0.1:${await freePort()}`
  const origin = `http://${listen}`
  const env = { LISTEN: listen, STATS: `127.0.0.1:${await freePort()}`, PORTAL_1: first, PORTAL_2: second }
  return run('haproxy.cfg', env, origin, async () => (await fetchStatus(origin, '/readyz')) === 200)
}

/** Runs deploy/haproxy-postgres.cfg in front of a Patroni cluster. */
export async function startPostgresProxy(env: Record<string, string>): Promise<HaProxy> {
  const port = Number(env.LISTEN_POSTGRES?.split(':')[1])
  // Until their first check HAProxy takes all machines for the primary.
  let writes = 0
  const canWrite = async () => {
    const isWritten = await runAsAdministrator(port, 'create temp table written ()').then(
      () => true,
      () => false,
    )
    writes = isWritten ? writes + 1 : 0
    return writes >= 20
  }
  return run('haproxy-postgres.cfg', env, `127.0.0.1:${port}`, canWrite)
}

async function run(
  file: string,
  env: Record<string, string>,
  origin: string,
  isReady: () => Promise<boolean>,
): Promise<HaProxy> {
  const args = ['-db', '-f', join(deployDirectory, file)]
  const { child, output } = startProgram(getProgram('haproxy'), args, { isUnprivileged: false, env })
  await waitUntil('HAProxy has found a server', isReady).catch(async (error: Error) => {
    await stopProcess(child, 'SIGKILL')
    throw new Error(`${error.message}\n${output()}`)
  })
  // Its soft stop on SIGUSR1 would wait for connections; SIGTERM ends it.
  return { origin, stop: async () => void (await stopProcess(child)) }
}
