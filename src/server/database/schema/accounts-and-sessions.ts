// Applicants, their sessions and password reset codes.
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { genders } from '#shared/reference-data/option-lists.ts'
import { bytea, checkNames, kobo, oneOf, primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { exerciseReference } from './exercises.ts'
import { staff } from './staff.ts'

export const accounts = pgTable(
  'accounts',
  {
    id: primaryId(),
    exerciseId: exerciseReference(),
    userId: text().notNull().unique('accounts_user_id'),
    passwordHash: text().notNull(),
    initialPasswordHash: text().notNull(),
    mustChangePassword: boolean().notNull().default(true),
    surname: text().notNull(),
    firstName: text().notNull(),
    middleName: text().notNull().default(''),
    email: text().notNull(),
    phone: text().notNull(),
    dateOfBirth: date({ mode: 'string' }).notNull(),
    gender: oneOf(genders).notNull(),
    placeOfBirth: text().notNull().default(''),
    state: text().notNull(),
    lga: text().notNull(),
    school: text().notNull(),
    department: text(),
    role: text().notNull(),
    feeKobo: kobo().notNull(),
    chargeKobo: kobo().notNull(),
    photoFileId: uuid(),
    examDate: text(),
    examTime: text(),
    examVenue: text(),
    /** Raised by every correction; a correction names the version that it was based on. */
    version: integer().notNull().default(1),
    /** The line of the list that the account was issued from. No foreign key: the tables would refer to each other. */
    importLineId: uuid().unique('accounts_import_line'),
    createdAt: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    index('accounts_email').on(t.exerciseId, sql`lower(email)`),
    // The highest serial number of an exercise is at its end.
    index('accounts_serial')
      .on(sql`"left"(user_id, 5)`, sql`(split_part(user_id, '-', 2)::int)`)
      .where(sql`user_id ~ '^RE[0-9]{2}-[0-9]{5,9}$'`),
    check('accounts_money', sql`${t.feeKobo} >= 0 and ${t.chargeKobo} >= 0`),
  ],
)

/** The `account_id` column of tables whose rows belong to an account. */
export const accountReference = () =>
  uuid()
    .notNull()
    .references(() => accounts.id)

/** Tokens are stored as SHA-256 hashes only. */
export const sessions = pgTable(
  'sessions',
  {
    id: primaryId(),
    accountId: accountReference(),
    tokenHash: bytea().notNull().unique('sessions_token'),
    fileTokenHash: bytea().notNull().unique('sessions_file_token'),
    device: text().notNull().default(''),
    createdAt: timestamptzNow(),
    lastSeenAt: timestamptzNow(),
    expiresAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (t) => [index('sessions_account').on(t.accountId)],
)

/** Where an applicant or staff member has logged in. The hash covers the person and the network; it is the only trace. */
export const loginNetworks = pgTable(
  'login_networks',
  {
    networkHash: bytea().primaryKey(),
    accountId: uuid().references(() => accounts.id),
    staffId: uuid().references(() => staff.id),
    lastLoginAt: timestamptzNow(),
  },
  (t) => [
    index('login_networks_account').on(t.accountId),
    check('login_networks_owner', sql`num_nonnulls(${t.accountId}, ${t.staffId}) = 1`),
  ],
)

export const passwordResets = pgTable(
  'password_resets',
  {
    id: primaryId(),
    accountId: accountReference(),
    codeHash: bytea().notNull().unique('password_resets_code'),
    createdAt: timestamptzNow(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (t) => [index('password_resets_account').on(t.accountId)],
)
