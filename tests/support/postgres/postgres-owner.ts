// A process that runs an embedded PostgreSQL, for tests that kill it. Prints the URL, or why the start was refused.
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'

const dataDir = process.argv[2] ?? ''
try {
  const { ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, log: (message) => console.error(message) })
  process.on('SIGTERM', () => void stop())
  process.stdout.write(`ready ${ownerUrl}\n`)
} catch (error) {
  process.stdout.write(`refused ${(error as Error).message}\n`)
  process.exit(1)
}
