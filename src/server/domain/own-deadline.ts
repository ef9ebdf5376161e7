// When an applicant must have submitted: the post may close apart from the deadline of its exercise.
import { sql } from 'drizzle-orm'
import { accounts } from '../database/schema/accounts-and-sessions.ts'
import { exercisePosts, exercises } from '../database/schema/exercises.ts'

/** A column for statements that join an account with its exercise; null when there is no deadline. */
export const ownDeadline = sql<Date | null>`coalesce((select ${exercisePosts.closesAt} from ${exercisePosts}
  where ${exercisePosts.exerciseId} = ${accounts.exerciseId} and ${exercisePosts.school} = ${accounts.school}
    and ${exercisePosts.department} is not distinct from ${accounts.department} and ${exercisePosts.role} = ${accounts.role}
    and ${exercisePosts.closesAt} is not null), ${exercises.deadline})`.mapWith(exercises.deadline)
