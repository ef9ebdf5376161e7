// What the staff read in lists of persons: an audit event when somebody begins to read a list, and one when the hour has ended
// with how much it was; and a daily number of persons, above which administrators are told, and further above which it ends.

import { AppError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { formatCount } from '#shared/format/numbers.ts'
import { type ListName, staffLists } from '#shared/lists/lists.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import { listActiveAdmins } from '../store.ts'
import { addPage, closeHours, countReadersAbove, deleteHours } from './reading-store.ts'

/** Times the daily number of persons. */
const refusedAt = 10
const hourMs = 3_600_000
/** Longer than the day for which rows are counted. */
const keptMs = 48 * hourMs

const startOfHour = (moment: Date) => new Date(Math.floor(moment.getTime() / hourMs) * hourMs)

interface ReadingDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
  log: { error(detail: object, message: string): void }
  /** Rows of lists that one person may read in a day before administrators are told. */
  dailyPersons: number
}

export interface ReadListPage {
  list: ListName
  rows: number
  /** Their names, without what was looked for. */
  filters: string[]
}

export type ReadingService = ReturnType<typeof createReadingService>

export function createReadingService({ staffDatabase: { db }, clock, log, dailyPersons }: ReadingDependencies) {
  /** Once a day for a person. */
  async function notifyAdministrators(tx: Tx, { staffId, name, email }: StaffPrincipal, rows: number) {
    log.error({ staffId, rows }, 'action required: a staff member has read the data of very many persons today')
    const subject = { kind: 'staff', id: staffId } as const
    await audit(tx, { actor: 'system', action: 'staff_reading_exceeded', subject, detail: { rows } })
    const reason = `Lists have shown ${name} (${email}) the data of ${formatCount(rows)} persons today.`
    for (const admin of await listActiveAdmins(tx)) {
      const data = { name: admin.name, event: 'manyPersonsRead', device: '', reason, at: clock().toISOString() }
      await enqueue(tx, 'send_email', { email: 'staffNotice', to: admin.email, data })
    }
  }

  return {
    /**
     * Counts a page before it is sent. What the log has to say of it is written afterwards: a page without its event is not sent,
     * and is counted all the same.
     * @throws AppError `too_many_persons`
     */
    async record(by: StaffPrincipal, { list, rows, filters }: ReadListPage): Promise<void> {
      const action = getReadingEvent(list)
      if (!action) return
      const { staffId, sessionId } = by
      const now = clock()
      const { pages, earlierRows } = await addPage(db, { staffId, list, hour: startOfHour(now), rows, filters }, now)
      if (earlierRows >= dailyPersons * refusedAt) throw new AppError('too_many_persons')
      if (pages === 1)
        await audit(db, { actor: 'staff', action, by: { staffId, sessionId }, detail: { filters, pages, rows } })
      const total = earlierRows + rows
      if (total > dailyPersons && earlierRows <= dailyPersons)
        await db.transaction((tx) => notifyAdministrators(tx, by, total))
    },

    /** Hourly: records what was read in the hours that have ended, if it was more than the page that is recorded. */
    async closeHours(): Promise<void> {
      const now = clock()
      await db.transaction(async (tx) => {
        for (const reading of await closeHours(tx, startOfHour(now))) {
          const { staffId, list, pages, rows, filters, hour } = reading
          const action = getReadingEvent(list)
          if (!action || pages === 1) continue
          const detail = { filters, pages, rows, from: hour.toISOString() }
          await audit(tx, { actor: 'staff', action, by: { staffId, sessionId: null }, detail })
        }
        await deleteHours(tx, new Date(now.getTime() - keptMs))
      })
    },

    /** For the metrics: people who have read more today than is usual. */
    countReadersAboveBudget: () => countReadersAbove(db, dailyPersons, clock()),
  }
}

const getReadingEvent = (list: string): AuditAction | undefined =>
  Object.hasOwn(staffLists, list) ? staffLists[list as ListName].reading : undefined
