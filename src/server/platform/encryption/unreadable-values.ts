// Encrypted values that cannot be read, because a key was lost or a row was damaged, must not stop reading the rest.
import { maskNin } from '#shared/format/numbers.ts'
import type { Encryption } from './encryption.ts'

interface Log {
  error(detail: object, message: string): void
}

export interface DecryptionDependencies {
  encryption: Pick<Encryption, 'decrypt'>
  log: Log
}

/** Where the value stands. */
interface StoredValue {
  table: string
  /** Of the row, or of whose row it is. */
  id: string
}

/** A lost key makes every value of a list unreadable. */
const reportIntervalMs = 60_000

interface Report {
  /** Values since the last line. */
  count: number
  loggedAt: number
}
const reports = new WeakMap<Log, Report>()

/** Returns null when it cannot be decrypted, and logs one of them each minute, without the value. */
export function decryptOrLog(
  { encryption, log }: DecryptionDependencies,
  encrypted: Uint8Array,
  stored: StoredValue,
): string | null {
  try {
    return encryption.decrypt(encrypted)
  } catch {
    reportUnreadable(log, stored)
    return null
  }
}

function reportUnreadable(log: Log, stored: StoredValue): void {
  const report = reports.get(log) ?? { count: 0, loggedAt: Number.NEGATIVE_INFINITY }
  reports.set(log, report)
  report.count += 1
  const now = performance.now()
  if (now - report.loggedAt < reportIntervalMs) return
  log.error(
    { ...stored, count: report.count },
    'action required: a stored value cannot be decrypted; check SECRET_KEY and its replaced keys',
  )
  report.count = 0
  report.loggedAt = now
}

const unknownNin = 'Unknown'

/**
 * The NIN for its owner: masked, empty when there is none, `Unknown` when it cannot be decrypted.
 * @param owner the id of the account, or the number of the application
 */
export function presentNin(deps: DecryptionDependencies, encryptedNin: Uint8Array | null, owner: string): string {
  if (!encryptedNin) return ''
  const nin = decryptOrLog(deps, encryptedNin, { table: 'nin_verifications', id: owner })
  return nin === null ? unknownNin : maskNin(nin)
}
