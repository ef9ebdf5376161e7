// What an exercise and its posts ask for.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { exercises, exercisePosts as posts } from '#server/database/schema/exercises.ts'
import { type PostRequirements, postRequirements } from '#shared/decisions/requirements.ts'
import { completeReviewRules, type ReviewRules } from '#shared/decisions/stages.ts'

interface PostOf {
  school: string
  department: string | null
  role: string
}

export type RequirementsByPost = ReadonlyMap<string, PostRequirements>

export const createPostKey = ({ school, department, role }: PostOf): string =>
  JSON.stringify([school, department, role])

/** What is stored by another version and is not understood asks for nothing. */
const readRequirements = (stored: unknown): PostRequirements => postRequirements.safeParse(stored).data ?? {}

export async function findReviewRules(tx: Tx, exerciseId: number): Promise<ReviewRules> {
  const [row] = await tx.select({ rules: exercises.reviewRules }).from(exercises).where(eq(exercises.id, exerciseId))
  return completeReviewRules(row?.rules)
}

/** Of one post. */
export async function findPostRequirements(
  tx: Tx,
  { exerciseId, school, department, role }: PostOf & { exerciseId: number },
): Promise<PostRequirements> {
  const [row] = await tx
    .select({ requirements: posts.requirements })
    .from(posts)
    .where(
      and(
        eq(posts.exerciseId, exerciseId),
        eq(posts.school, school),
        eq(posts.role, role),
        sql`${posts.department} is not distinct from ${department}`,
      ),
    )
  return readRequirements(row?.requirements)
}

/** The rules of an exercise, and what its posts ask for where they ask for something; on `exercises`. */
export const selectListRules: SQL<StoredListRules> = sql`json_build_object('rules', ${exercises.reviewRules}, 'demanding', (
  select json_agg(json_build_object('school', ${posts.school}, 'department', ${posts.department}, 'role', ${posts.role},
    'requirements', ${posts.requirements}))
  from ${posts} where ${posts.exerciseId} = ${exercises.id} and ${posts.requirements} <> '{}'))`

interface StoredListRules {
  rules: Partial<ReviewRules>
  demanding: (PostOf & { requirements: unknown })[] | null
}

export function readListRules(stored: unknown): { rules: ReviewRules; requirements: RequirementsByPost } {
  const { rules, demanding } = stored as StoredListRules
  return {
    rules: completeReviewRules(rules),
    requirements: new Map((demanding ?? []).map((post) => [createPostKey(post), readRequirements(post.requirements)])),
  }
}
