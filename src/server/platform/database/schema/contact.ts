import { pgTable, text } from 'drizzle-orm/pg-core'
import { primaryId, timestamptzNow } from './columns.ts'

export const complaints = pgTable('complaints', {
  id: primaryId(),
  userId: text(),
  fullName: text(),
  email: text(),
  complaint: text().notNull(),
  createdAt: timestamptzNow(),
})
