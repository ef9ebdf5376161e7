// How often each fault is injected: once in each way in `npm test`, many times with FAULTS=long. One variable overrides each count.

export const isLong = process.env.FAULTS === 'long'

/** @param name of the environment variable that overrides both counts, such as FAULTS_SERVER_KILLS */
function readCount(name: string, short: number, long: number): number {
  return Number(process.env[name] || (isLong ? long : short))
}

export const counts = {
  serverKills: readCount('FAULTS_SERVER_KILLS', 1, 200),
  importKills: readCount('FAULTS_IMPORT_KILLS', 1, 20),
  /** More than 50 for each kill, which is what a step applies. */
  importLines: readCount('FAULTS_IMPORT_LINES', 100, 10_000),
  publicationKills: readCount('FAULTS_PUBLICATION_KILLS', 2, 10),
  /** At least 150 for each kill, so that it finds some of the emails still unsent. */
  publicationItems: readCount('FAULTS_PUBLICATION_ITEMS', 300, 50_000),
  mailingKills: readCount('FAULTS_MAILING_KILLS', 2, 10),
  /** More than a step writes, which is 200. */
  mailingRecipients: readCount('FAULTS_MAILING_RECIPIENTS', 300, 5_000),
  /** At most two: the third attempt must be left alone. */
  exportKills: readCount('FAULTS_EXPORT_KILLS', 1, 2),
  postgresKills: readCount('FAULTS_POSTGRES_KILLS', 1, 50),
  freezes: readCount('FAULTS_FREEZES', 1, 5),
  /** The long run exceeds the server's query timeout (17 s), twice that where a transaction is rolled back. */
  frozenMs: readCount('FAULTS_FROZEN_MS', 5_000, 36_000),
  restarts: readCount('FAULTS_RESTARTS', 1, 10),
  races: readCount('FAULTS_RACES', 5, 50),
  stops: readCount('FAULTS_STOPS', 1, 20),
  fullDisks: readCount('FAULTS_FULL_DISKS', 1, 5),
  fsyncErrors: readCount('FAULTS_FSYNC_ERRORS', 1, 10),
  outages: readCount('FAULTS_MAIL_OUTAGES', 1, 5),
}

/** Timeout in ms of a test that repeats something `times` times. */
export const timeoutFor = (times: number, msEach: number) => 60_000 + times * msEach
