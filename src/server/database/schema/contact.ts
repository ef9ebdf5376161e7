import { sql } from 'drizzle-orm'
import { bigserial, index, integer, pgSequence, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { complaintStates } from '#shared/lists/complaints.ts'
import { complaintCategories, messageDirections } from '#shared/staff/complaints.ts'
import { accounts } from './accounts-and-sessions.ts'
import { checkNames, oneOf, primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { staff } from './staff.ts'

export const complaintNumbers = pgSequence('complaint_numbers')

export const complaints = pgTable(
  'complaints',
  {
    id: primaryId(),
    /** Null for what an earlier version of the server stores while it is being replaced. */
    number: text().unique('complaints_number'),
    userId: text(),
    fullName: text(),
    email: text(),
    complaint: text().notNull(),
    /** Of the user ID, once there is such an account; staff may set it. */
    accountId: uuid().references(() => accounts.id),
    category: oneOf(complaintCategories),
    state: oneOf(complaintStates).notNull().default('new'),
    /**
     * The same for all complaints of one sender: the folded address of the account, else the one that was typed, else the id of
     * the complaint. Set by triggers.
     */
    sender: text(),
    assignedTo: uuid().references(() => staff.id),
    dueAt: timestamptz(),
    version: integer().notNull().default(1),
    createdAt: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    index('complaints_inbox').on(t.state, t.createdAt, t.id),
    index('complaints_newest').on(t.createdAt, t.id),
    index('complaints_account').on(t.accountId),
    index('complaints_sender').on(t.sender, t.createdAt, t.id),
    index('complaints_unanswered').on(t.createdAt, t.id).where(sql`state in ('new', 'open')`),
  ],
)

/** Answers and internal notes. Append-only by trigger. */
export const complaintMessages = pgTable(
  'complaint_messages',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    complaintId: uuid()
      .notNull()
      .references(() => complaints.id),
    direction: oneOf(messageDirections).notNull(),
    staffId: uuid().references(() => staff.id),
    body: text().notNull(),
    at: timestamptzNow(),
  },
  (t) => [...checkNames(t), index('complaint_messages_complaint').on(t.complaintId, t.id)],
)
