// What a change of settings does to those who have an account already, in numbers.
import type { ExerciseEffect } from '#shared/api/staff/exercises.ts'
import { completeReviewRules } from '#shared/decisions/stages.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatCounted, formatNaira } from '#shared/format/numbers.ts'
import { joinAddressLines } from '#shared/format/registry-contact.ts'
import { isPastDeadline } from '#shared/policy/deadline.ts'
import { toNaira } from '#shared/policy/money.ts'
import { getPostKey, type PostDetails } from '#shared/staff/exercise-settings.ts'
import { sumMaxima } from '#shared/staff/interviews.ts'
import type { PostHolders } from '../posts-store.ts'
import type { ExerciseRow, NewExercise } from '../store.ts'
import type { AmountCounts } from './fee-store.ts'
import { createEffect, describePostDetails, describePosts, describeShutOut } from './post-effects.ts'

/** When a change takes effect, and for whom. */
export interface EffectTerms {
  /** Null for at once. */
  effectiveAt: Date | null
  /** Whether a new fee or charge holds also for unpaid accounts without an open RRR. */
  appliesToUnpaid: boolean
}

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
  /** Unpaid accounts without an open RRR, when the fee or charge changes. */
  withoutRrr: AmountCounts | null
  terms: EffectTerms
  /** How many score sheets are handed in, when what they score changes. */
  sheets: number
  /** When somebody reads the effects; left out where nobody does. */
  now?: Date | undefined
  /** Of the exercise that the public pages show. */
  current: { year: number } | null
}

/** Empty when nobody notices the change. */
export const listEffects = (change: Change): ExerciseEffect[] => [
  ...describeMoment(change),
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
    moment: change.terms.effectiveAt ?? change.now,
  }),
  ...describeNames(change),
  ...describeContact(change),
  ...describeReviewRules(change),
  ...describeCriteria(change),
  ...describeCurrent(change),
]

function describeMoment({ terms: { effectiveAt } }: Change): ExerciseEffect[] {
  if (effectiveAt === null) return []
  return [
    createEffect('planned', null, `It takes effect on ${formatDateTime(effectiveAt)}. Until then nothing changes.`),
  ]
}

function describeDeadline({ before, changes, posts, counts, terms, now }: Change): ExerciseEffect[] {
  const { deadline } = changes
  if (deadline === undefined) return []
  const own = posts.filter(({ closesAt }) => closesAt !== null)
  const kept = own.length === 0 ? '' : ` ${formatCounted(own.length, 'post closes', 'posts close')} apart from it.`
  if (deadline === null) return [createEffect('deadline_removed', null, `There is no deadline any more.${kept}`)]
  const isEarlier = before.deadline === null || deadline < before.deadline
  const when = formatDateTime(deadline)
  if (!isEarlier) return [createEffect('deadline_later', null, `The deadline moves later, to ${when}.${kept}`)]
  const ownKeys = new Set(own.map(getPostKey))
  const concerned = counts.holders.filter((post) => !ownKeys.has(getPostKey(post)))
  const moment = terms.effectiveAt ?? now
  const shutOut = describeShutOut(concerned, moment !== undefined && isPastDeadline(deadline, moment))
  const text = `${before.deadline ? 'The deadline moves earlier, to' : 'The exercise gets a deadline,'} ${when}${shutOut.text}.${kept}`
  return [createEffect('deadline_earlier', shutOut.count, text)]
}

function describeStatus({ changes: { status } }: Change): ExerciseEffect[] {
  if (status === undefined) return []
  // Nothing but a deadline ends applications, which the word does not say.
  const rest = status === 'closed' ? ' Who has an account can still pay and submit; a deadline alone ends that.' : ''
  return [createEffect(`status_${status}`, null, `The exercise is shown as ${status}.${rest}`)]
}

function describeAmount(
  { before, changes, counts, withoutRrr, terms }: Change,
  column: 'feeKobo' | 'chargeKobo',
  name: 'fee' | 'charge',
): ExerciseEffect[] {
  const kobo = changes[column]
  if (kobo === undefined) return []
  const [from, to] = [formatNaira(toNaira(before[column])), formatNaira(toNaira(kobo))]
  const moved = terms.appliesToUnpaid ? (withoutRrr?.[name] ?? 0) : 0
  const rest = counts.unpaid - moved
  const kept = `: ${formatCounted(rest, 'unpaid account keeps its own', 'unpaid accounts keep theirs')}`
  const others = moved > 0 ? ` and for ${formatCounted(moved, 'unpaid account')} without an open RRR` : ''
  const start = terms.effectiveAt ? 'then' : 'now'
  const text = `The ${name} changes from ${from} to ${to}${rest === 0 ? '' : kept}; it holds for accounts issued from ${start} on${others}.`
  return [createEffect(`${name}_changed`, counts.unpaid, text)]
}

const nameLabels = { institution: 'institution', shortName: 'short name', title: 'title' } as const

const describeNames = ({ changes, counts }: Change): ExerciseEffect[] =>
  (Object.keys(nameLabels) as (keyof typeof nameLabels)[]).flatMap((column) => {
    const name = changes[column]
    if (name === undefined) return []
    const whose = counts.accounts === 0 ? '' : ` of ${formatCounted(counts.accounts, 'account')}`
    const text = `The ${nameLabels[column]} becomes “${name}” on the pages, emails and slips${whose}.`
    return [createEffect('name_changed', counts.accounts, text)]
  })

const contactLabels = { contactAddress: 'address', contactPhone: 'phone number', contactHours: 'hours' } as const

const describeContact = ({ changes }: Change): ExerciseEffect[] =>
  (Object.keys(contactLabels) as (keyof typeof contactLabels)[]).flatMap((column) => {
    const text = changes[column]
    if (text === undefined) return []
    const label = `The registry’s ${contactLabels[column]}`
    const verb = column === 'contactHours' ? ['are', 'become'] : ['is', 'becomes']
    return [
      createEffect(
        'contact_changed',
        null,
        text === null
          ? `${label} ${verb[0]} not given any more.`
          : `${label} ${verb[1]} “${joinAddressLines(text)}” on the contact page, emails and slips.`,
      ),
    ]
  })

const reviewEffects = {
  1: 'One review is enough to shortlist an application from now on, and the chair may shortlist alone. What has one review already waits for its second one, or for the chair.',
  2: 'Shortlisting needs two persons from now on. What one person has shortlisted stays decided.',
} as const

function describeReviewRules({ changes: { reviewRules } }: Change): ExerciseEffect[] {
  if (!reviewRules) return []
  const { shortlistReviews } = completeReviewRules(reviewRules)
  const text = `${reviewEffects[shortlistReviews]} A rejection needs two persons as before.`
  return [createEffect(`shortlist_reviews_${shortlistReviews}`, null, text)]
}

function describeCriteria({ changes: { scoreCriteria }, sheets }: Change): ExerciseEffect[] {
  if (!scoreCriteria) return []
  if (sheets > 0) {
    const text = `What panels score stays as it is: ${formatCounted(sheets, 'score sheet is', 'score sheets are')} handed in.`
    return [createEffect('criteria_changed', null, text, true)]
  }
  const names = scoreCriteria.map(({ name, maximum }) => `${name} (${maximum})`).join(', ')
  const text = `Members of panels score ${names}: ${sumMaxima(scoreCriteria)} in all.`
  return [createEffect('criteria_changed', null, text)]
}

function describeCurrent({ before, changes, current }: Change): ExerciseEffect[] {
  if (!changes.isCurrent) return []
  const instead = current ? ` instead of the one of ${current.year}, whose applicants keep theirs` : ''
  const text = `The public pages show the exercise of ${before.year}${instead}; lists of accounts are issued for it unless another exercise is chosen.`
  return [createEffect('made_current', null, text)]
}
