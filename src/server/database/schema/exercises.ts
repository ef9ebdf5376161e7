import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PostRequirements } from '#shared/decisions/requirements.ts'
import type { ReviewRules } from '#shared/decisions/stages.ts'
import { exerciseStatuses } from '#shared/reference-data/exercise.ts'
import type { Post } from '#shared/reference-data/posts.ts'
import type { ExerciseSettings } from '#shared/staff/exercise-settings.ts'
import { type Criterion, defaultCriteria } from '#shared/staff/interviews.ts'
import { settingsProposalStates } from '#shared/staff/proposals.ts'
import { checkNames, kobo, oneOf, primaryId, timestamptz, timestamptzNow } from './columns.ts'

export const exercises = pgTable(
  'exercises',
  {
    id: serial().primaryKey(),
    institution: text().notNull(),
    shortName: text().notNull(),
    title: text().notNull(),
    year: integer().notNull().unique('exercises_year'),
    status: oneOf(exerciseStatuses).notNull().default('closed'),
    deadline: timestamptz(),
    feeKobo: kobo().notNull(),
    chargeKobo: kobo().notNull(),
    /** Repeats `posts` by trigger, both ways: what is written here adds and removes rows there. */
    posts: jsonb().$type<Post[]>().notNull(),
    vendorName: text().notNull(),
    vendorUrl: text(),
    /** How to reach the registry; null for what is not stated. */
    contactAddress: text(),
    contactPhone: text(),
    contactHours: text(),
    /** What is not stated is as the code says by default. */
    reviewRules: jsonb().$type<Partial<ReviewRules>>().notNull().default({}),
    /** What members of panels score; final once one has handed in a sheet. */
    scoreCriteria: jsonb().$type<readonly Criterion[]>().notNull().default(defaultCriteria),
    /** The exercise of the public pages. The others are being prepared or are over. */
    isCurrent: boolean().notNull().default(false),
    opensAt: timestamptz(),
    archivedAt: timestamptz(),
    /** Raised by every change of the settings; a change names the version that it was based on. */
    version: integer().notNull().default(1),
    createdAt: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    uniqueIndex('exercises_one_current').on(t.isCurrent).where(sql`is_current`),
    check('exercises_money', sql`${t.feeKobo} >= 0 and ${t.chargeKobo} >= 0`),
  ],
)

/** The `exercise_id` column of tables whose rows belong to a recruitment exercise. */
export const exerciseReference = () =>
  integer()
    .notNull()
    .references(() => exercises.id)

/** What can be applied for: a role in a department of a school. */
export const exercisePosts = pgTable(
  'posts',
  {
    id: serial().primaryKey(),
    exerciseId: exerciseReference(),
    school: text().notNull(),
    department: text(),
    role: text().notNull(),
    /** The order in which they are advertised. */
    position: integer().notNull().default(0),
    /** Null when it is not stated. */
    vacancies: integer(),
    requirements: jsonb().$type<PostRequirements>().notNull().default({}),
    /** Replaces the deadline of the exercise for this post. */
    closesAt: timestamptz(),
  },
  (t) => [
    unique('posts_once').on(t.exerciseId, t.school, t.department, t.role).nullsNotDistinct(),
    index('posts_closing').on(t.exerciseId, t.school, t.role).where(sql`closes_at is not null`),
    check('posts_vacancies', sql`${t.vacancies} >= 0`),
  ],
)

/** The settings before and after each change. Append-only by trigger. */
export const exerciseChanges = pgTable('exercise_changes', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  exerciseId: exerciseReference(),
  version: integer().notNull(),
  before: jsonb().$type<Record<string, unknown>>(),
  after: jsonb().$type<Record<string, unknown>>().notNull(),
  /** The staff member; null for commands. */
  madeBy: uuid(),
  /** Null where no second person is needed. */
  approvedBy: uuid(),
  /** The moment for which it was planned; null when it took effect with the last person's click. */
  effectiveAt: timestamptz(),
  at: timestamptzNow(),
})

/** Changes of settings that wait for a second person or for their moment, and what became of them. */
export const exerciseProposals = pgTable(
  'exercise_proposals',
  {
    id: primaryId(),
    exerciseId: exerciseReference(),
    /** Those that change, in the form of the API. */
    settings: jsonb().$type<Omit<ExerciseSettings, 'year'>>().notNull(),
    /** The version of the exercise that it is based on. */
    seenVersion: integer().notNull(),
    /** `planned`: waits for its moment. `approved`: has taken effect. `failed`: was not possible any more at its moment. */
    state: oneOf(settingsProposalStates).notNull().default('proposed'),
    /** When it takes effect; null for at once. */
    effectiveAt: timestamptz(),
    /** Whether the new fee and charge hold also for unpaid accounts that have no RRR to pay. */
    appliesToUnpaid: boolean().notNull().default(false),
    /** Why it failed. */
    failure: text(),
    /** A staff member, as the one who decides. */
    madeBy: uuid().notNull(),
    decidedBy: uuid(),
    madeAt: timestamptzNow(),
    decidedAt: timestamptz(),
  },
  (t) => [
    ...checkNames(t),
    index('exercise_proposals_open').on(t.exerciseId, t.madeAt).where(sql`state = 'proposed'`),
    index('exercise_proposals_planned').on(t.effectiveAt).where(sql`state = 'planned'`),
    check(
      'exercise_proposals_second_person',
      sql`${t.state} not in ('planned', 'approved') or ${t.decidedBy} <> ${t.madeBy}`,
    ),
    check('exercise_proposals_planned', sql`${t.state} <> 'planned' or ${t.effectiveAt} is not null`),
  ],
)
