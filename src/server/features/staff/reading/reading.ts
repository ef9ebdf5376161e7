// What the staff read in lists of persons: an audit event when somebody begins to read a list, and one when the hour has ended
// with how much it was; and a daily number of persons, above which administrators are told, and further above which it ends.

import { AppError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { type ListName, staffLists } from '#shared/lists/lists.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import { listActiveAdmins } from '../store.ts'
import { addPages, closeHours, countReadersAbove, deleteHours } from './reading-store.ts'

/** Times the daily number of persons. */
const refusedAt = 10
const hourMs = 3_600_000
/** How long further pages wait to be written together. */
const writeIntervalMs = 1_000
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

interface CountedPages {
  pages: number
  rows: number
  filters: Set<string>
}

/** What this server knows of somebody who reads. */
interface Reader {
  actor: StaffPrincipal
  hour: number
  /** Rows of the day: those that all servers had written when this one last wrote, and what it has counted since. */
  total: number
  /** By list, what is not written yet. */
  lists: Map<ListName, CountedPages>
}

const countNothing = (): CountedPages => ({ pages: 0, rows: 0, filters: new Set() })

export function createReadingService({ staffDatabase: { db }, clock, log, dailyPersons }: ReadingDependencies) {
  const readers = new Map<string, Reader>()
  let timer: NodeJS.Timeout | undefined

  /** Once a day for a person. */
  async function notifyAdministrators(tx: Tx, { staffId, name, email }: StaffPrincipal, rows: number) {
    log.error({ staffId, rows }, 'action required: a staff member has read the data of very many persons today')
    const subject = { kind: 'staff', id: staffId } as const
    await audit(tx, { actor: 'system', action: 'staff_reading_exceeded', subject, detail: { rows } })
    const reason = `Lists have shown ${name} (${email}) the data of ${formatCounted(rows, 'person')} today.`
    for (const admin of await listActiveAdmins(tx)) {
      const data = { name: admin.name, event: 'manyPersonsRead', device: '', reason, at: clock().toISOString() }
      await enqueue(tx, 'send_email', { email: 'staffNotice', to: admin.email, data })
    }
  }

  /** Together with the notice, which nothing would make up for. */
  function write({ actor, hour }: Pick<Reader, 'actor' | 'hour'>, list: ListName, counted: CountedPages) {
    const { pages, rows } = counted
    const page = { staffId: actor.staffId, list, hour: new Date(hour), pages, rows, filters: [...counted.filters] }
    return db.transaction(async (tx) => {
      const written = await addPages(tx, page)
      const total = written.earlierRows + rows
      if (total > dailyPersons && written.earlierRows <= dailyPersons) await notifyAdministrators(tx, actor, total)
      return written
    })
  }

  async function writeReader(reader: Reader): Promise<void> {
    for (const [list, counted] of reader.lists) {
      if (counted.pages === 0) continue
      reader.lists.set(list, countNothing())
      try {
        const { earlierRows } = await write(reader, list, counted)
        reader.total = earlierRows + counted.rows + sumRows(reader)
      } catch (error) {
        const later = reader.lists.get(list)
        if (later) mergePages(later, counted)
        throw error
      }
    }
  }

  async function writeAll(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const results = await Promise.allSettled([...readers.values()].map(writeReader))
    const hour = startOfHour(clock()).getTime()
    for (const [staffId, reader] of readers) if (reader.hour < hour && sumPages(reader) === 0) readers.delete(staffId)
    if (results.every(({ status }) => status === 'fulfilled')) return
    log.error({}, 'what the staff have read could not be written; trying again')
    writeSoon()
  }

  function writeSoon() {
    timer ??= setTimeout(() => void writeAll(), writeIntervalMs).unref()
  }

  /** Whether rows more change nothing that administrators or the person are told. */
  const isWithinBudget = ({ total }: Reader, rows: number) =>
    total + rows <= dailyPersons || (total > dailyPersons && total + rows < dailyPersons * refusedAt)

  return {
    /**
     * Counts a page before it is sent. The first page of a list in an hour is written with its event: without them it is not
     * sent. Further pages are written together within a second, so a killed server loses the count of a second, and no event.
     * @throws AppError `too_many_persons`
     */
    async record(actor: StaffPrincipal, { list, rows, filters }: ReadListPage): Promise<void> {
      const action = getReadingEvent(list)
      if (!action) return
      const { staffId, sessionId } = actor
      const hour = startOfHour(clock()).getTime()
      const page = { pages: 1, rows, filters: new Set(filters) }
      const known = readers.get(staffId)
      const counted = known?.hour === hour ? known.lists.get(list) : undefined
      if (known && counted && isWithinBudget(known, rows)) {
        mergePages(counted, page)
        known.total += rows
        return writeSoon()
      }
      if (known) await writeReader(known)
      const { pages, earlierRows } = await write({ actor, hour }, list, page)
      if (earlierRows >= dailyPersons * refusedAt) throw new AppError('too_many_persons')
      if (pages === 1)
        await audit(db, { actor: 'staff', action, by: { staffId, sessionId }, detail: { filters, pages, rows } })
      const same = readers.get(staffId)
      const reader: Reader = same?.hour === hour ? same : { actor, hour, total: 0, lists: new Map() }
      readers.set(staffId, reader)
      if (!reader.lists.has(list)) reader.lists.set(list, countNothing())
      reader.total = earlierRows + rows + sumRows(reader)
    },

    /** Writes what is counted in memory; at the end of the server, too. */
    writeAll,

    /** Hourly: records what was read in the hours that have ended, if it was more than the page that is recorded. */
    async closeHours(): Promise<void> {
      await writeAll()
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

function mergePages(into: CountedPages, { pages, rows, filters }: CountedPages): void {
  into.pages += pages
  into.rows += rows
  for (const filter of filters) into.filters.add(filter)
}

const sum = ({ lists }: Reader, key: 'pages' | 'rows') =>
  [...lists.values()].reduce((total, counted) => total + counted[key], 0)
const sumPages = (reader: Reader) => sum(reader, 'pages')
const sumRows = (reader: Reader) => sum(reader, 'rows')

const getReadingEvent = (list: string): AuditAction | undefined =>
  Object.hasOwn(staffLists, list) ? staffLists[list as ListName].reading : undefined
