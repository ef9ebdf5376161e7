// A submission stays as it was sent; what the registry corrected later stands in a table of its own beneath.
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/connection.ts'
import { accountCorrections } from '#server/database/schema/emails-and-corrections.ts'
import { type DecryptionDependencies, decryptOrLog } from '#server/platform/encryption/unreadable-values.ts'
import { renderCorrectionsTable } from '#shared/slips/corrections-table.ts'
import type { ApplicationStore, OwnApplication } from './store.ts'

const c = accountCorrections
/** When it became true: a second person may have approved it later than it was made. */
const appliedAt = sql<Date>`coalesce(${c.decidedAt}, ${c.madeAt})`.mapWith(c.madeAt)

const listCorrections = (db: Db, accountId: string, since: Date) =>
  db
    .select({ column: c.column, encryptedOld: c.encryptedOld, encryptedNew: c.encryptedNew, at: appliedAt })
    .from(c)
    .where(and(eq(c.accountId, accountId), eq(c.state, 'applied'), gt(appliedAt, since)))
    .orderBy(asc(appliedAt), asc(c.column))

/** The store, whose rendered tables end with the corrections since the submission. Without the tables it reads no more. */
export function withCorrections(store: ApplicationStore, db: Db, deps: DecryptionDependencies): ApplicationStore {
  const decrypt = (encrypted: Uint8Array, accountId: string) => {
    const json = decryptOrLog(deps, encrypted, { table: 'account_corrections', id: accountId })
    return json === null ? null : (JSON.parse(json) as string)
  }

  async function appendTable<T extends Pick<OwnApplication, 'application'>>(own: T, accountId: string): Promise<T> {
    const { renderedTables, submittedAt } = own.application
    if (renderedTables === null) return own
    const rows = await listCorrections(db, accountId, submittedAt)
    if (rows.length === 0) return own
    const table = renderCorrectionsTable(
      rows.map(({ column, encryptedOld, encryptedNew, at }) => ({
        column,
        before: decrypt(encryptedOld, accountId),
        after: decrypt(encryptedNew, accountId),
        at,
      })),
    )
    const tables: unknown[] = [...JSON.parse(renderedTables), table]
    return { ...own, application: { ...own.application, renderedTables: JSON.stringify(tables) } }
  }

  return {
    ...store,
    async findOwn(accountId) {
      const own = await store.findOwn(accountId)
      return own && appendTable(own, accountId)
    },
    async findOwnWithSession(values, include) {
      const own = await store.findOwnWithSession(values, include)
      const { application } = own ?? {}
      return own && application ? appendTable({ ...own, application }, own.session.accountId) : own
    },
  }
}
