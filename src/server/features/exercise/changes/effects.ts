// What a change of settings does to those who have an account already, in numbers.
import type { ExerciseEffect } from '#shared/api/staff/exercises.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatNaira } from '#shared/format/numbers.ts'
import { toNaira } from '#shared/policy/money.ts'
import type { Post } from '#shared/reference-data/posts.ts'
import type { ExerciseRow, NewExercise } from '../store.ts'

/** How many accounts hold one post. */
export interface PostHolders {
  school: string
  department: string | null
  role: string
  count: number
}

export interface ExerciseCounts {
  accounts: number
  /** Accounts without a paid payment. */
  unpaid: number
  /** Drafts of applications that are not submitted. */
  drafts: number
  holders: PostHolders[]
}

interface Change {
  before: ExerciseRow
  changes: Partial<NewExercise>
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
  ...describePosts(change),
  ...describeNames(change),
  ...describeCurrent(change),
]

const createEffect = (kind: string, count: number | null, text: string, refused = false): ExerciseEffect => ({
  kind,
  count,
  text,
  refused,
})

const countOf = (count: number, singular: string): string =>
  `${count.toLocaleString('en')} ${singular}${count === 1 ? '' : 's'}`

function describeDeadline({ before, changes, counts }: Change): ExerciseEffect[] {
  const { deadline } = changes
  if (deadline === undefined) return []
  if (deadline === null) return [createEffect('deadline_removed', null, 'There is no deadline any more.')]
  const isEarlier = before.deadline === null || deadline < before.deadline
  const when = formatDateTime(deadline)
  if (!isEarlier) return [createEffect('deadline_later', null, `The deadline moves later, to ${when}.`)]
  const drafts = countOf(counts.drafts, 'draft')
  const text = `The deadline moves earlier, to ${when}: ${drafts} shut out unless submitted by then.`
  return [createEffect('deadline_earlier', counts.drafts, text)]
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

interface SinglePost {
  school: string
  department: string | null
  role: string
}

const listSinglePosts = (posts: readonly Post[]): SinglePost[] =>
  posts.flatMap(({ school, department, roles }) => roles.map((role) => ({ school, department, role })))

const toKey = ({ school, department, role }: SinglePost) => JSON.stringify([school, department, role])

const formatPost = ({ school, department, role }: SinglePost) => [role, department, school].filter(Boolean).join(', ')

function describePosts({ before, changes, counts }: Change): ExerciseEffect[] {
  if (!changes.posts) return []
  const former = listSinglePosts(before.posts)
  const wanted = listSinglePosts(changes.posts)
  const [formerKeys, wantedKeys] = [new Set(former.map(toKey)), new Set(wanted.map(toKey))]
  const holders = new Map(counts.holders.map((held) => [toKey(held), held.count]))
  const removed = former
    .filter((post) => !wantedKeys.has(toKey(post)))
    .map((post) => {
      const count = holders.get(toKey(post)) ?? 0
      if (count === 0) return createEffect('post_removed', 0, `${formatPost(post)}: removed; nobody holds it.`)
      const text = `${formatPost(post)}: removed, but ${countOf(count, 'account')} ${count === 1 ? 'holds' : 'hold'} it.`
      return createEffect('post_removed', count, text, true)
    })
  const added = wanted
    .filter((post) => !formerKeys.has(toKey(post)))
    .map((post) => createEffect('post_added', null, `${formatPost(post)}: added.`))
  return [...removed, ...added]
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
