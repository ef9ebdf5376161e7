import { pgSequence, pgTable, text } from 'drizzle-orm/pg-core'
import { primaryId, timestamptzNow } from './columns.ts'

export const complaintNumbers = pgSequence('complaint_numbers')

export const complaints = pgTable('complaints', {
  id: primaryId(),
  /** Null for what an earlier version of the server stores while it is being replaced. */
  number: text().unique('complaints_number'),
  userId: text(),
  fullName: text(),
  email: text(),
  complaint: text().notNull(),
  createdAt: timestamptzNow(),
})
