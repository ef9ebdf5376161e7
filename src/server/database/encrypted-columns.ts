// The columns whose values are encrypted with SECRET_KEY, for encrypting them with another one. Those of the NINs are not
// among them: their hashes depend on the key as well.
import { asc, eq, getTableName, gt, and as isAll, isNotNull, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './connection.ts'
import { accountCorrections, emails } from './schema/emails-and-corrections.ts'
import { staff, staffLinks } from './schema/staff.ts'

/** Of the keys, as `createEncryption` makes it. */
interface Encryption {
  encrypt(text: string): Buffer
  decrypt(encrypted: Uint8Array): string
}

interface EncryptedColumn {
  table: PgTable
  id: PgColumn
  column: PgColumn
}

const encryptedColumns: readonly EncryptedColumn[] = [
  { table: staff, id: staff.id, column: staff.encryptedTotpSecret },
  { table: staffLinks, id: staffLinks.id, column: staffLinks.encryptedTotpSecret },
  { table: accountCorrections, id: accountCorrections.id, column: accountCorrections.encryptedOld },
  { table: accountCorrections, id: accountCorrections.id, column: accountCorrections.encryptedNew },
  { table: emails, id: emails.id, column: emails.encryptedAddress },
  { table: emails, id: emails.id, column: emails.encryptedData },
]

/** Each as `table.column`, in the database's own names. */
export const encryptedColumnNames = encryptedColumns.map(
  ({ table, column }) => `${getTableName(table)}.${toSnakeCase(column.name)}`,
)

const batchSize = 500

/**
 * Encrypts every value of these columns with the current key.
 * @returns how many values there are
 * @throws Error when a value was encrypted with an unknown key
 */
export async function encryptColumnsAgain(tx: Tx, encryption: Encryption): Promise<number> {
  let values = 0
  for (const column of encryptedColumns) values += await encryptColumnAgain(tx, column, encryption)
  return values
}

async function encryptColumnAgain(tx: Tx, { table, id, column }: EncryptedColumn, encryption: Encryption) {
  let values = 0
  for (let after: string | null = null; ; ) {
    const rows: { id: unknown; value: unknown }[] = await tx
      .select({ id, value: column })
      .from(table)
      .where(isAll(isNotNull(column), after === null ? undefined : gt(id, after)))
      .orderBy(asc(id))
      .limit(batchSize)
    if (rows.length === 0) return values
    const ids = rows.map((row) => row.id as string)
    const texts = rows.map(({ value }) => encryption.encrypt(encryption.decrypt(value as Buffer)).toString('hex'))
    await tx.execute(sql`
      update ${table} set ${sql.identifier(toSnakeCase(column.name))} = decode(again.value, 'hex')
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(texts)}::text[]) as again (id, value)
      where ${eq(id, sql`again.id`)}`)
    values += rows.length
    after = ids.at(-1) ?? null
  }
}
