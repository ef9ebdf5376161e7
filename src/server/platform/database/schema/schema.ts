// Every table of the product. Constraints carry the rules; migrations/ is made from this file by `npm run migration`.
import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  serial,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Answers } from '#shared/application/sections.ts'
import type { Table } from '#shared/forms/table.ts'
import type { Post } from '#shared/reference-data/posts.ts'
import { bytea, createdAt, id, kobo, moment, slipCode } from './columns.ts'
import type { RejectionReason, Result } from './stored-shapes.ts'

export const exercises = pgTable(
  'exercises',
  {
    id: serial().primaryKey(),
    institution: text().notNull(),
    shortName: text().notNull(),
    title: text().notNull(),
    year: integer().notNull().unique('exercises_year'),
    status: text({ enum: ['open', 'closed'] })
      .notNull()
      .default('closed'),
    deadline: moment(),
    feeKobo: kobo().notNull(),
    chargeKobo: kobo().notNull(),
    posts: jsonb().$type<Post[]>().notNull(),
    vendorName: text().notNull(),
    vendorUrl: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('exercises_status', sql`${t.status} in ('open', 'closed')`),
    check('exercises_money', sql`${t.feeKobo} >= 0 and ${t.chargeKobo} >= 0`),
  ],
)

const ofExercise = () =>
  integer()
    .notNull()
    .references(() => exercises.id)

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    exerciseId: ofExercise(),
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
    gender: text({ enum: ['m', 'f'] }).notNull(),
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
    createdAt: createdAt(),
  },
  (t) => [
    check('accounts_gender', sql`${t.gender} in ('m', 'f')`),
    check('accounts_money', sql`${t.feeKobo} >= 0 and ${t.chargeKobo} >= 0`),
  ],
)

const ofAccount = () =>
  uuid()
    .notNull()
    .references(() => accounts.id)

export const staff = pgTable('staff', {
  id: id(),
  email: text().notNull().unique('staff_email'),
  name: text().notNull(),
  passwordHash: text().notNull(),
  role: text({ enum: ['officer', 'administrator'] }).notNull(),
  createdAt: createdAt(),
})

/** Tokens are kept as SHA-256 only. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    accountId: ofAccount(),
    tokenHash: bytea().notNull().unique('sessions_token'),
    fileTokenHash: bytea().notNull().unique('sessions_file_token'),
    device: text().notNull().default(''),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    expiresAt: moment().notNull(),
    endedAt: moment(),
  },
  (t) => [index('sessions_account').on(t.accountId)],
)

export const passwordResets = pgTable(
  'password_resets',
  {
    id: id(),
    accountId: ofAccount(),
    codeHash: bytea().notNull().unique('password_resets_code'),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [index('password_resets_account').on(t.accountId)],
)

/** One row for each NIN an account has asked about; the NIN and the record are sealed. */
export const ninVerifications = pgTable(
  'nin_verifications',
  {
    id: id(),
    exerciseId: ofExercise(),
    accountId: ofAccount(),
    ninHash: bytea().notNull(),
    ninSealed: bytea().notNull(),
    /** `asked`: a look-up is under way until `askingUntil`, or was cut off by a crash. */
    outcome: text({ enum: ['asked', 'matched', 'mismatch', 'not_found'] }).notNull(),
    askedAt: createdAt(),
    askingUntil: moment(),
    /** Of a match only: nobody else's record is kept. */
    recordSealed: bytea(),
    /** Of a mismatch: which facts differed, and a fingerprint of the account's facts at that time. */
    differences: jsonb().$type<string[]>(),
    factsHash: bytea(),
    photoFileId: uuid(),
    consentAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('nin_asked_once').on(t.accountId, t.ninHash),
    uniqueIndex('nin_once_per_exercise').on(t.exerciseId, t.ninHash).where(sql`outcome = 'matched'`),
    uniqueIndex('nin_one_per_account').on(t.accountId).where(sql`outcome = 'matched'`),
    check('nin_verifications_outcome', sql`${t.outcome} in ('asked', 'matched', 'mismatch', 'not_found')`),
  ],
)

/** Every RRR ever asked for. `requested` has no RRR yet; `superseded` and `expired` ones can still be paid. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    accountId: ofAccount(),
    orderId: text().notNull().unique('payments_order'),
    rrr: text().unique('payments_rrr_once'),
    feeKobo: kobo().notNull(),
    chargeKobo: kobo().notNull(),
    status: text({ enum: ['requested', 'open', 'superseded', 'expired', 'paid'] }).notNull(),
    /** Of a `requested` one: until when a server is asking the provider; null or past, anyone may ask. */
    askingUntil: moment(),
    /** What the provider holds; on a payment that is not paid, less than was asked. */
    paidKobo: kobo(),
    paidAt: moment(),
    paymentType: text().notNull().default(''),
    checks: integer().notNull().default(0),
    checkedAt: moment(),
    nextCheckAt: moment(),
    slipCode: slipCode('payments_slip_code'),
    createdAt: createdAt(),
    /** When the RRR became known, which can be later than it was asked for. */
    issuedAt: moment(),
  },
  (t) => [
    uniqueIndex('payments_one_open').on(t.accountId).where(sql`status = 'open'`),
    uniqueIndex('payments_one_requested').on(t.accountId).where(sql`status = 'requested'`),
    index('payments_account').on(t.accountId),
    index('payments_to_check').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    check('payments_status', sql`${t.status} in ('requested', 'open', 'superseded', 'expired', 'paid')`),
    check('payments_rrr', sql`${t.status} = 'requested' or ${t.rrr} ~ '^[0-9]{12}$'`),
    check(
      'payments_paid',
      sql`(${t.status} = 'paid') = (${t.paidAt} is not null) and (${t.status} <> 'paid' or ${t.paidKobo} >= ${t.feeKobo} + ${t.chargeKobo})`,
    ),
  ],
)

/** What was asked and answered about money, redacted. Append-only by trigger. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    paymentId: uuid().references(() => payments.id),
    rrr: text(),
    kind: text().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    at: createdAt(),
  },
  (t) => [index('payment_events_payment').on(t.paymentId)],
)

export const applicationNumbers = pgSequence('application_numbers')

/** Answers as data, and the tables as they were shown that day. */
export const applications = pgTable(
  'applications',
  {
    id: id(),
    exerciseId: ofExercise(),
    accountId: ofAccount(),
    number: text().notNull().unique('applications_number'),
    answers: jsonb().$type<Answers>().notNull(),
    shown: jsonb().$type<Table[]>().notNull(),
    answersDigest: bytea().notNull(),
    photoFileId: uuid(),
    ninPhotoFileId: uuid(),
    decision: text({ enum: ['pending', 'verified', 'rejected'] })
      .notNull()
      .default('pending'),
    rejectionReasons: jsonb().$type<RejectionReason[]>().notNull().default([]),
    cbtResult: jsonb().$type<Result>(),
    interviewResult: jsonb().$type<Result>(),
    submittedAt: createdAt(),
    slipCode: slipCode('applications_slip_code'),
    homeState: text().generatedAlwaysAs(sql`answers #>> '{homeAddress,state}'`),
  },
  (t) => [
    unique('applications_one_per_account').on(t.exerciseId, t.accountId),
    uniqueIndex('applications_account').on(t.accountId),
    check('applications_decision', sql`${t.decision} in ('pending', 'verified', 'rejected')`),
  ],
)

export const drafts = pgTable('drafts', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id),
  document: jsonb().$type<Record<string, unknown>>().notNull(),
  revision: integer().notNull(),
  savedAt: createdAt(),
})

/** A row stands only for a file that is stored whole. */
export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey(),
    accountId: ofAccount(),
    kind: text({ enum: ['upload', 'nin_photo'] }).notNull(),
    name: text().notNull(),
    type: text().notNull(),
    size: integer().notNull(),
    sha256: bytea().notNull(),
    scan: text({ enum: ['none', 'waiting', 'clean', 'infected'] })
      .notNull()
      .default('none'),
    createdAt: createdAt(),
  },
  (t) => [index('files_account').on(t.accountId), check('files_kind', sql`${t.kind} in ('upload', 'nin_photo')`)],
)

export const complaints = pgTable('complaints', {
  id: id(),
  userId: text(),
  fullName: text(),
  email: text(),
  complaint: text().notNull(),
  createdAt: createdAt(),
})

/** Who did what to which account. Append-only by trigger. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: createdAt(),
    actor: text().notNull(),
    action: text().notNull(),
    accountId: uuid(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index('audit_log_account').on(t.accountId, t.at)],
)
