import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopProcess } from '../faults/child-processes.ts'
import { fetchStatus } from '../faults/health.ts'
import { freePort } from '../simulators/free-ports.ts'
import { runOn } from './external-postgres.ts'
import { getProgram, startProgram, waitUntil } from './programs.ts'

export const deployDirectory = join(import.meta.dirname, '../../../deploy')

export interface HaProxy {
  origin: string
  pid: number
  stop(): Promise<void>
}

/** Runs deploy/haproxy.cfg in front of these servers, until it is stopped. `isReady`: when the tests may begin. */
export async function startHaProxy(
  servers: readonly string[],
  isReady = async (origin: string) => (await fetchStatus(origin, '/readyz')) === 200,
): Promise<HaProxy> {
  const directory = mkdtempSync(join(tmpdir(), 'portal-haproxy-'))
  const file = join(directory, 'haproxy.cfg')
  writeFileSync(file, listServers(readFileSync(join(deployDirectory, 'haproxy.cfg'), 'utf8'), servers.length))
  const listen = `127.0.0.1:${await freePort()}`
  const env: Record<string, string> = { LISTEN: listen, STATS: `127.0.0.1:${await freePort()}` }
  for (const [index, origin] of servers.entries()) env[`PORTAL_${index + 1}`] = new URL(origin).host
  const origin = `http://${listen}`
  const haproxy = await run(file, env, origin, () => isReady(origin))
  return { ...haproxy, stop: () => haproxy.stop().finally(() => rmSync(directory, { recursive: true, force: true })) }
}

/** The configuration for another number of servers: the lines of the first one, repeated. */
function listServers(config: string, count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => String(index + 1))
  return config
    .split('\n')
    .filter((line) => !/portal-2\b/.test(line))
    .flatMap((line) =>
      /^\s+server portal-1\b/.test(line)
        ? numbers.map((n) => line.replaceAll('portal-1', `portal-${n}`).replaceAll('PORTAL_1', `PORTAL_${n}`))
        : [line],
    )
    .join('\n')
}

/** Runs deploy/haproxy-postgres.cfg in front of a Patroni cluster. @param administratorUrl through it */
export async function startPostgresProxy(env: Record<string, string>, administratorUrl: string): Promise<HaProxy> {
  // Until their first check HAProxy takes all machines for the primary.
  let writes = 0
  const canWrite = async () => {
    const isWritten = await runOn(administratorUrl, 'create temp table written ()').then(
      () => true,
      () => false,
    )
    writes = isWritten ? writes + 1 : 0
    return writes >= 20
  }
  return run(join(deployDirectory, 'haproxy-postgres.cfg'), env, env.LISTEN_POSTGRES ?? '', canWrite)
}

async function run(
  file: string,
  env: Record<string, string>,
  origin: string,
  isReady: () => Promise<boolean>,
): Promise<HaProxy> {
  const args = ['-db', '-f', file]
  const { child, output } = startProgram(getProgram('haproxy'), args, { isUnprivileged: false, env })
  await waitUntil('HAProxy has found a server', isReady).catch(async (error: Error) => {
    await stopProcess(child, 'SIGKILL')
    throw new Error(`${error.message}\n${output()}`)
  })
  // Its soft stop on SIGUSR1 would wait for connections; SIGTERM ends it.
  return { origin, pid: child.pid ?? 0, stop: async () => void (await stopProcess(child)) }
}
