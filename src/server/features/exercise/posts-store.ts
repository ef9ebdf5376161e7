// The posts of an exercise. The names of `exercises.posts` and the rows follow each other by trigger.
import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applications, drafts } from '#server/database/schema/applications-and-drafts.ts'
import { exercisePosts } from '#server/database/schema/exercises.ts'
import type { PostDetails } from '#shared/staff/exercise-settings.ts'

/** In the order in which they are advertised. */
export const listPosts = async (tx: Tx, exerciseId: number): Promise<PostDetails[]> =>
  (
    await tx
      .select()
      .from(exercisePosts)
      .where(eq(exercisePosts.exerciseId, exerciseId))
      .orderBy(asc(exercisePosts.position), asc(exercisePosts.id))
  ).map(({ school, department, role, vacancies, requirements, closesAt }) => ({
    school,
    department,
    role,
    vacancies,
    requirements,
    closesAt: closesAt?.toISOString() ?? null,
  }))

/** @throws Error when there is no such post */
export async function updatePost(tx: Tx, exerciseId: number, post: PostDetails): Promise<void> {
  const { school, department, role, vacancies, requirements, closesAt } = post
  const { rowCount } = await tx
    .update(exercisePosts)
    .set({ vacancies, requirements, closesAt: closesAt === null ? null : new Date(closesAt) })
    .where(
      and(
        eq(exercisePosts.exerciseId, exerciseId),
        eq(exercisePosts.school, school),
        sql`${exercisePosts.department} is not distinct from ${department}`,
        eq(exercisePosts.role, role),
      ),
    )
  if (rowCount !== 1) throw new Error(`There is no post ${role}.`)
}

/** The new exercise asks the same of its applicants; when a post closes is decided anew, as the deadline is. */
export async function copyPosts(tx: Tx, from: number, to: number): Promise<void> {
  await tx.execute(sql`insert into ${exercisePosts} (exercise_id, school, department, role, position, vacancies, requirements)
    select ${to}::int, school, department, role, position, vacancies, requirements from ${exercisePosts} where exercise_id = ${from}
    on conflict do nothing`)
}

/** Whom a change of a post concerns. */
export interface PostHolders {
  school: string
  department: string | null
  role: string
  accounts: number
  submitted: number
  /** Drafts of applications that are not submitted. */
  drafts: number
}

/** Of each post that somebody holds. */
export const listPostHolders = (tx: Tx, exerciseId: number): Promise<PostHolders[]> => {
  const { school, department, role } = accounts
  return tx
    .select({
      school,
      department,
      role,
      accounts: count(),
      submitted: count(applications.id),
      drafts: sql<number>`count(${drafts.accountId}) filter (where ${applications.id} is null)`.mapWith(Number),
    })
    .from(accounts)
    .leftJoin(applications, eq(applications.accountId, accounts.id))
    .leftJoin(drafts, eq(drafts.accountId, accounts.id))
    .where(eq(accounts.exerciseId, exerciseId))
    .groupBy(school, department, role)
}
