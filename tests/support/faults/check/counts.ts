// How often each fault strikes: a few times within `npm test`, in earnest with FAULTS=long; each count has a variable of its own.

const isLong = process.env.FAULTS === 'long'

/** @param name of the variable that overrides both, such as FAULTS_SERVER_KILLS */
function times(name: string, short: number, long: number): number {
  return Number(process.env[name] || (isLong ? long : short))
}

export const counts = {
  serverKills: times('FAULTS_SERVER_KILLS', 3, 200),
  postgresKills: times('FAULTS_POSTGRES_KILLS', 2, 50),
  /** In threes: the ways that PostgreSQL may fare when its server is killed. */
  ownPostgresKills: times('FAULTS_OWN_POSTGRES_KILLS', 3, 21),
  freezes: times('FAULTS_FREEZES', 1, 5),
  /** In earnest, longer than an answer of the database is waited for: 17 s, and again where a transaction is rolled back. */
  frozenMs: times('FAULTS_FROZEN_MS', 5_000, 36_000),
  restarts: times('FAULTS_RESTARTS', 1, 10),
  races: times('FAULTS_RACES', 5, 50),
  stops: times('FAULTS_STOPS', 1, 20),
  fullDisks: times('FAULTS_FULL_DISKS', 1, 5),
  fsyncErrors: times('FAULTS_FSYNC_ERRORS', 1, 10),
  outages: times('FAULTS_MAIL_OUTAGES', 1, 5),
}

/** Milliseconds for a test that does something so often. */
export const patience = (often: number, eachMs: number) => 60_000 + often * eachMs
