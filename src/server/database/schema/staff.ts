// Staff accounts, their roles and sessions, and how they sign in.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { staffStatuses } from '#shared/lists/people.ts'
import { staffRoleNames } from '#shared/roles/permissions.ts'
import { proposalStates } from '#shared/staff/proposals.ts'
import { signInMethods, staffLinkKinds } from '#shared/staff/sign-in.ts'
import { bytea, checkNames, oneOf, primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { exercises } from './exercises.ts'

export const staff = pgTable(
  'staff',
  {
    id: primaryId(),
    email: text().notNull().unique('staff_email'),
    name: text().notNull(),
    /** Null until the invitation was accepted, and for people who sign in with passkeys only. */
    passwordHash: text(),
    status: oneOf(staffStatuses).notNull().default('invited'),
    encryptedTotpSecret: bytea(),
    /** The 30-second step of the code that was used last: neither it nor an earlier one is accepted again. */
    totpLastStep: bigint({ mode: 'number' }),
    createdBy: uuid(),
    suspendedAt: timestamptz(),
    lastSeenAt: timestamptz(),
    version: integer().notNull().default(1),
    createdAt: timestamptzNow(),
  },
  (t) => [...checkNames(t), uniqueIndex('staff_email_lower').on(sql`lower(${t.email})`)],
)

/** The `staff_id` column of tables whose rows belong to a staff member. */
export const staffReference = () =>
  uuid()
    .notNull()
    .references(() => staff.id)

/** A trigger keeps admin and dpo apart, and one active administrator. */
export const staffRoles = pgTable(
  'staff_roles',
  {
    id: primaryId(),
    staffId: staffReference(),
    role: oneOf(staffRoleNames).notNull(),
    /** Null: every exercise. */
    exerciseId: integer().references(() => exercises.id),
    /** Null: every school, every department. */
    school: text(),
    department: text(),
    /** Null for the first administrator, whom a command adds. */
    grantedBy: uuid(),
    approvedBy: uuid(),
    grantedAt: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    unique('staff_roles_once').on(t.staffId, t.role, t.exerciseId, t.school, t.department).nullsNotDistinct(),
    check('staff_roles_second_person', sql`${t.approvedBy} is null or ${t.approvedBy} <> ${t.grantedBy}`),
  ],
)

/** Changes that need a second person: they wait here until somebody else approves or declines them. */
export const staffProposals = pgTable(
  'staff_proposals',
  {
    id: primaryId(),
    /** Whose roles or status are to change. */
    staffId: staffReference(),
    change: jsonb().$type<Record<string, unknown>>().notNull(),
    state: oneOf(proposalStates).notNull().default('proposed'),
    madeBy: staffReference(),
    decidedBy: uuid(),
    madeAt: timestamptzNow(),
    decidedAt: timestamptz(),
  },
  (t) => [
    ...checkNames(t),
    check('staff_proposals_second_person', sql`${t.state} <> 'approved' or ${t.decidedBy} <> ${t.madeBy}`),
  ],
)

/** Tokens are stored as SHA-256 hashes only. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: primaryId(),
    staffId: staffReference(),
    tokenHash: bytea().notNull().unique('staff_sessions_token'),
    device: text().notNull().default(''),
    /** Truncated. */
    network: text(),
    factor: oneOf(signInMethods).notNull(),
    createdAt: timestamptzNow(),
    lastSeenAt: timestamptzNow(),
    expiresAt: timestamptz().notNull(),
    endedAt: timestamptz(),
    /** Until when sensitive actions need no new sign-in. */
    freshUntil: timestamptz(),
  },
  (t) => [...checkNames(t), index('staff_sessions_staff').on(t.staffId)],
)

export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    credentialId: bytea().primaryKey(),
    /** Its name in the API: a credential id can have 1,023 bytes. */
    id: uuid().notNull().unique('staff_passkeys_id').defaultRandom(),
    staffId: staffReference(),
    /** COSE. */
    publicKey: bytea().notNull(),
    /** Of its signatures; 0 for authenticators that do not count. */
    counter: bigint({ mode: 'number' }).notNull().default(0),
    transports: text().array().notNull().default([]),
    /** Copied to other devices of the person by the maker of the authenticator. */
    isBackedUp: boolean().notNull().default(false),
    name: text().notNull().default(''),
    createdAt: timestamptzNow(),
    lastUsedAt: timestamptz(),
  },
  (t) => [index('staff_passkeys_staff').on(t.staffId)],
)

export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    codeHash: bytea().primaryKey(),
    staffId: staffReference(),
    usedAt: timestamptz(),
  },
  (t) => [index('staff_recovery_codes_staff').on(t.staffId)],
)

/** Links of invitations and of lost passwords: single use, stored only as the SHA-256 of their code. */
export const staffLinks = pgTable(
  'staff_links',
  {
    id: primaryId(),
    kind: oneOf(staffLinkKinds).notNull(),
    staffId: staffReference(),
    codeHash: bytea().notNull().unique('staff_links_code'),
    /** The TOTP secret that the accepting person is shown, until a code of it was entered. */
    encryptedTotpSecret: bytea(),
    createdAt: timestamptzNow(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (t) => [...checkNames(t), index('staff_links_staff').on(t.staffId)],
)

/** What was begun and waits for its second step: a sign-in after the password, a passkey's answer. */
export const staffChallenges = pgTable(
  'staff_challenges',
  {
    id: primaryId(),
    /** `second`: a sign-in after the password. Of a passkey, an answered challenge: `passkey` to use it, `new_passkey` to add it. */
    kind: oneOf(['second', 'passkey', 'new_passkey']).notNull(),
    /** Of a sign-in after the password. */
    staffId: uuid().references(() => staff.id),
    /** The SHA-256 of the token, or of the passkey's challenge. */
    value: bytea().notNull().unique('staff_challenges_value'),
    failures: integer().notNull().default(0),
    createdAt: timestamptzNow(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (t) => [...checkNames(t), index('staff_challenges_expiry').on(t.expiresAt)],
)

/** How many persons a staff member has read about in a list, in an hour. The audit log has the same when the hour has ended. */
export const staffReadings = pgTable(
  'staff_readings',
  {
    staffId: staffReference(),
    list: text().notNull(),
    /** When it begins. */
    hour: timestamptz().notNull(),
    pages: integer().notNull(),
    rows: integer().notNull(),
    /** The names of the filters, without what was looked for. */
    filters: text().array().notNull(),
    /** Whether the audit log has it. */
    isClosed: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.list, t.hour] })],
)

/** Filters, columns and order of a list under a name, for the person who saved them. */
export const staffViews = pgTable(
  'staff_views',
  {
    id: primaryId(),
    staffId: staffReference(),
    list: text().notNull(),
    name: text().notNull(),
    query: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: timestamptzNow(),
  },
  (t) => [unique('staff_views_name').on(t.staffId, t.list, t.name)],
)
