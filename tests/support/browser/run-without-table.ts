// Renames a table away, to see how the product reports an unexpected database error.
import { sql } from 'drizzle-orm'
import type { ProductWithDatabase } from './product-with-database.ts'

export async function runWithoutTable(
  product: ProductWithDatabase,
  table: string,
  act: () => Promise<void>,
): Promise<void> {
  const { db } = product.database
  const away = `${table}_away`
  await db.execute(sql`alter table ${sql.identifier(table)} rename to ${sql.identifier(away)}`)
  try {
    await act()
  } finally {
    await db.execute(sql`alter table ${sql.identifier(away)} rename to ${sql.identifier(table)}`)
  }
}
