// What an exercise and its posts ask for.
import type { Tx } from '#server/platform/database/connection.ts'
import type { PostRequirements } from '#shared/staff/requirements.ts'
import { defaultReviewRules, type ReviewRules } from '#shared/staff/stages.ts'

interface PostOf {
  school: string
  department: string | null
  role: string
}

export type RequirementsByPost = ReadonlyMap<string, PostRequirements>

export const createPostKey = ({ school, department, role }: PostOf): string =>
  JSON.stringify([school, department, role])

export const findReviewRules = async (_tx: Tx, _exerciseId: number): Promise<ReviewRules> => defaultReviewRules

/** Of one post. */
export const findPostRequirements = async (
  _tx: Tx,
  _post: PostOf & { exerciseId: number },
): Promise<PostRequirements> => ({})

/** Of the posts that ask for something. */
export const listPostRequirements = async (_tx: Tx, _exerciseId: number): Promise<RequirementsByPost> => new Map()
