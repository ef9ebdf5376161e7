// What a change of settings does to those who have an account already, in numbers.
import type { ExerciseEffect } from '#shared/api/staff/exercises.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatNaira } from '#shared/format/numbers.ts'
import { toNaira } from '#shared/policy/money.ts'
import { getPostKey, type PostDetails } from '#shared/staff/exercise-settings.ts'
import type { PostHolders } from '../posts-store.ts'
import type { ExerciseRow, NewExercise } from '../store.ts'
import { countOf, createEffect, describePostDetails, describePosts } from './post-effects.ts'

export interface ExerciseCounts {
  accounts: number
  /** Accounts without a paid payment. */
  unpaid: number
  holders: PostHolders[]
}

interface Change {
  before: ExerciseRow
  changes: Partial<NewExercise>
  /** As they are now. */
  posts: readonly PostDetails[]
  /** Those that get other details. */
  postDetails: readonly PostDetails[]
  counts: ExerciseCounts
  /** Of the exercise that the public pages show. */
  current: { year: number } | null
}

/** Empty when nobody notices the change. */
export const listEffects = (change: Change): ExerciseEffect[] => [
  ...describeDeadline(change),
  ...describeStatus(change),
  ...describeAmount(change, 'feeKobo', 'fee'),
  ...describeAmount(change, 'chargeKobo', 'charge'),
  ...describePosts(change.before.posts, change.changes.posts, change.counts.holders),
  ...describePostDetails({
    posts: change.posts,
    wanted: change.postDetails,
    holders: change.counts.holders,
    deadline: change.changes.deadline === undefined ? change.before.deadline : change.changes.deadline,
  }),
  ...describeNames(change),
  ...describeCurrent(change),
]

function describeDeadline({ before, changes, posts, counts }: Change): ExerciseEffect[] {
  const { deadline } = changes
  if (deadline === undefined) return []
  const own = posts.filter(({ closesAt }) => closesAt !== null)
  const kept =
    own.length === 0 ? '' : ` ${countOf(own.length, 'post')} ${own.length === 1 ? 'closes' : 'close'} apart from it.`
  if (deadline === null) return [createEffect('deadline_removed', null, `There is no deadline any more.${kept}`)]
  const isEarlier = before.deadline === null || deadline < before.deadline
  const when = formatDateTime(deadline)
  if (!isEarlier) return [createEffect('deadline_later', null, `The deadline moves later, to ${when}.${kept}`)]
  const ownKeys = new Set(own.map(getPostKey))
  const concerned = counts.holders.filter((post) => !ownKeys.has(getPostKey(post)))
  const drafts = concerned.reduce((total, post) => total + post.drafts, 0)
  const text = `The deadline moves earlier, to ${when}: ${countOf(drafts, 'draft')} shut out unless submitted by then.${kept}`
  return [createEffect('deadline_earlier', drafts, text)]
}

function describeStatus({ changes: { status } }: Change): ExerciseEffect[] {
  if (status === undefined) return []
  return [createEffect(`status_${status}`, null, `The exercise is shown as ${status}.`)]
}

function describeAmount(
  { before, changes, counts }: Change,
  column: 'feeKobo' | 'chargeKobo',
  name: 'fee' | 'charge',
): ExerciseEffect[] {
  const kobo = changes[column]
  if (kobo === undefined) return []
  const [from, to] = [formatNaira(toNaira(before[column])), formatNaira(toNaira(kobo))]
  const kept =
    counts.unpaid === 1 ? '1 unpaid account keeps its own' : `${countOf(counts.unpaid, 'unpaid account')} keep theirs`
  const text = `The ${name} changes from ${from} to ${to}: ${kept}; it holds for accounts issued from now on.`
  return [createEffect(`${name}_changed`, counts.unpaid, text)]
}

const nameLabels = { institution: 'institution', shortName: 'short name', title: 'title' } as const

const describeNames = ({ changes, counts }: Change): ExerciseEffect[] =>
  (Object.keys(nameLabels) as (keyof typeof nameLabels)[]).flatMap((column) => {
    const name = changes[column]
    if (name === undefined) return []
    const text = `The ${nameLabels[column]} becomes “${name}” on the pages, emails and slips of ${countOf(counts.accounts, 'account')}.`
    return [createEffect('name_changed', counts.accounts, text)]
  })

function describeCurrent({ before, changes, current }: Change): ExerciseEffect[] {
  if (!changes.isCurrent) return []
  const instead = current ? ` instead of the one of ${current.year}, whose applicants keep theirs` : ''
  const text = `The public pages show the exercise of ${before.year}${instead}; new accounts are issued for it.`
  return [createEffect('made_current', null, text)]
}
