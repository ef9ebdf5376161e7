// What a change of the posts does to those who hold them, in numbers.

import { isDeepStrictEqual } from 'node:util'
import type { ExerciseEffect } from '#shared/api/staff/exercises.ts'
import { formatRequirements } from '#shared/decisions/requirements.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { isPastDeadline } from '#shared/policy/deadline.ts'
import type { Post } from '#shared/reference-data/posts.ts'
import { formatPost, getPostKey, type PostDetails } from '#shared/staff/exercise-settings.ts'
import { listSinglePosts, noDetails } from '../apply-settings.ts'
import type { PostHolders } from '../posts-store.ts'

export const createEffect = (
  kind: ExerciseEffect['kind'],
  count: number | null,
  text: string,
  refused = false,
): ExerciseEffect => ({
  kind,
  count,
  text,
  refused,
})

/** Of an earlier end: how many it concerns, and how. @param isOver when the change takes effect */
export function describeShutOut(holders: readonly PostHolders[], isOver: boolean): { count: number; text: string } {
  const drafts = holders.reduce((sum, post) => sum + post.drafts, 0)
  const left = holders.reduce((sum, post) => sum + post.accounts - post.submitted, 0)
  if (isOver) {
    const whom = left === 0 ? '' : `: ${formatCounted(left, 'applicant', 'applicants')} can submit no more`
    return { count: left, text: `, which is over already${whom}` }
  }
  const text = drafts === 0 ? '' : `: ${formatCounted(drafts, 'draft')} shut out unless submitted by then`
  return { count: drafts, text }
}

/** Posts that are added and removed; one that somebody holds stays. @param wanted undefined when they stay as they are */
export function describePosts(
  before: readonly Post[],
  wanted: readonly Post[] | undefined,
  holders: readonly PostHolders[],
): ExerciseEffect[] {
  if (!wanted) return []
  const [former, next] = [listSinglePosts(before), listSinglePosts(wanted)]
  const [formerKeys, wantedKeys] = [new Set(former.map(getPostKey)), new Set(next.map(getPostKey))]
  const held = new Map(holders.map((post) => [getPostKey(post), post.accounts]))
  const removed = former
    .filter((post) => !wantedKeys.has(getPostKey(post)))
    .map((post) => {
      const count = held.get(getPostKey(post)) ?? 0
      if (count === 0) return createEffect('post_removed', 0, `${formatPost(post)}: removed; nobody holds it.`)
      const text = `${formatPost(post)}: removed, but ${formatCounted(count, 'account holds', 'accounts hold')} it.`
      return createEffect('post_removed', count, text, true)
    })
  const added = next
    .filter((post) => !formerKeys.has(getPostKey(post)))
    .map((post) => createEffect('post_added', null, `${formatPost(post)}: added.`))
  return [...removed, ...added]
}

interface DetailsChange {
  /** As they are now. */
  posts: readonly PostDetails[]
  /** Those that change. */
  wanted: readonly PostDetails[]
  holders: readonly PostHolders[]
  /** Of the exercise, after the change. */
  deadline: Date | null
  /** When the change takes effect; undefined where nobody reads what it does. */
  moment: Date | undefined
}

export function describePostDetails({ posts, wanted, holders, deadline, moment }: DetailsChange): ExerciseEffect[] {
  const known = new Map(posts.map((post) => [getPostKey(post), post]))
  const held = new Map(holders.map((post) => [getPostKey(post), post]))
  return wanted.flatMap((post) => {
    const before = known.get(getPostKey(post)) ?? { ...post, ...noDetails }
    const holder = held.get(getPostKey(post))
    const { submitted = 0 } = holder ?? {}
    return [
      ...describeVacancies(before, post),
      ...describeRequirements(before, post, submitted),
      ...describeClosing(before, post, { holders: holder ? [holder] : [], deadline, moment }),
    ]
  })
}

const formatVacancies = (vacancies: number | null) => (vacancies === null ? 'not stated' : String(vacancies))

function describeVacancies(before: PostDetails, post: PostDetails): ExerciseEffect[] {
  if (before.vacancies === post.vacancies) return []
  const [from, to] = [formatVacancies(before.vacancies), formatVacancies(post.vacancies)]
  return [createEffect('vacancies_changed', null, `${formatPost(post)}: vacancies change from ${from} to ${to}.`)]
}

function describeRequirements(before: PostDetails, post: PostDetails, submitted: number): ExerciseEffect[] {
  if (isDeepStrictEqual(before.requirements, post.requirements)) return []
  const asked = formatRequirements(post.requirements).join(', ') || 'nothing'
  const checked =
    submitted === 0
      ? 'nobody has applied yet'
      : `${formatCounted(submitted, 'application is', 'applications are')} checked against it; decisions stay`
  const text = `${formatPost(post)}: it asks for ${asked}; ${checked}.`
  return [createEffect('requirements_changed', submitted, text)]
}

function describeClosing(
  before: PostDetails,
  post: PostDetails,
  { holders, deadline, moment }: Pick<DetailsChange, 'holders' | 'deadline' | 'moment'>,
): ExerciseEffect[] {
  if (before.closesAt === post.closesAt) return []
  const [from, to] = [before.closesAt ?? deadline?.toISOString(), post.closesAt ?? deadline?.toISOString()]
  const when = post.closesAt === null ? 'with the exercise' : `on ${formatDateTime(post.closesAt)}`
  const isEarlier = to !== undefined && (from === undefined || to < from)
  if (!isEarlier) return [createEffect('post_closes_later', null, `${formatPost(post)}: closes ${when}.`)]
  const shutOut = describeShutOut(holders, moment !== undefined && isPastDeadline(to, moment))
  const text = `${formatPost(post)}: closes ${from === undefined ? '' : 'earlier, '}${when}${shutOut.text}.`
  return [createEffect('post_closes_earlier', shutOut.count, text)]
}
