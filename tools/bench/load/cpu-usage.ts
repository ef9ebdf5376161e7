// CPU time of the server and of PostgreSQL per call, which a busy machine affects less than the rate.
import type { BenchFixture } from '../fixture.ts'
import type { LoadResult } from './closed-loop.ts'
import { readCpuSeconds, subtractSeconds } from './processes.ts'

export interface CpuUsage {
  calls: number
  /** CPU seconds; NaN where not available. */
  server: number
  database: number
}

export const noUsage = (): CpuUsage => ({ calls: 0, server: 0, database: 0 })

/** CPU milliseconds per call. */
export function cpuMsPerCall({ calls, server, database }: CpuUsage, of: 'server' | 'database' | 'both'): number {
  const seconds = { server, database, both: server + database }[of]
  return (seconds * 1000) / calls
}

/** Adds the CPU time of `act` to `usage`. @param pids of the servers */
export async function measureCpu(
  fixture: Pick<BenchFixture, 'pool'>,
  pids: readonly number[],
  usage: CpuUsage,
  act: () => Promise<LoadResult>,
): Promise<LoadResult> {
  const before = await readUsage(fixture, pids)
  const outcome = await act()
  const after = await readUsage(fixture, pids)
  usage.calls += outcome.calls
  usage.server += subtractSeconds(before.server, after.server)
  usage.database += subtractSeconds(before.database, after.database)
  return outcome
}

async function readUsage({ pool }: Pick<BenchFixture, 'pool'>, pids: readonly number[]) {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
  return {
    server: readCpuSeconds(pids),
    database: readCpuSeconds(rows.map(({ pid }) => pid)),
  }
}
