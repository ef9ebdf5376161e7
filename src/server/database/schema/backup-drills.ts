import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { primaryId, timestamptz, timestamptzNow } from './columns.ts'

/** Each restore of a backup into a scratch database: the proof that there is one which can be restored. */
export const backupDrills = pgTable('backup_drills', {
  id: primaryId(),
  createdAt: timestamptzNow(),
  /** When the backup was made; null when it could not be read. */
  backupMadeAt: timestamptz(),
  rows: integer(),
  files: integer(),
  /** Why it could not be restored, in a sentence. */
  failure: text(),
})
