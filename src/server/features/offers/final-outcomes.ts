// Final outcomes: recorded by one person and confirmed by another. Applicants see them by a publication.
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { violatesConstraint } from '#server/database/errors.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import type { SelectionService } from '#server/features/selections/service.ts'
import { assertSecondPerson, createSecondPersonCheck } from '#server/features/staff/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit, auditView } from '#server/platform/audit/audit.ts'
import type { FinalOutcomeDetails, OutcomeCounts } from '#shared/api/staff/offers.ts'
import {
  type FinalOutcome,
  isLiveOffer,
  maxAnswerDays,
  maxOutcomesAtOnce,
  type OutcomeObstacle,
  outcomeObstacles,
} from '#shared/decisions/offers.ts'
import { hasPermissionIn, type Permission } from '#shared/roles/permissions.ts'
import {
  addOutcomes,
  confirmOutcomes,
  countTakenVacancies,
  findNewestOffer,
  findNextReserve,
  findOutcomeCandidate,
  listOutcomeCandidates,
  listRecords,
  lockOutcomes,
  type OutcomeCandidate,
} from './outcome-store.ts'

export type FinalOutcomeService = ReturnType<typeof createFinalOutcomeService>

interface OutcomeDependencies {
  staffDatabase: Pick<Database, 'db'>
  selections: Pick<SelectionService, 'open' | 'listItems'>
  clock: () => Date
}

interface GivenOutcome {
  outcome: FinalOutcome
  rank?: number | undefined
  until?: string | undefined
}

const dayMs = 86_400_000

export function createFinalOutcomeService({ staffDatabase: { db }, selections, clock }: OutcomeDependencies) {
  /** @throws AppError `not_found` when there is none within the person's scope */
  async function getCandidate(tx: Tx, number: string, permission: Permission, actor: StaffPrincipal) {
    const found = await findOutcomeCandidate(tx, number)
    if (!found) throw new AppError('not_found')
    await assertWithinScope(tx, found, permission, actor)
    return found
  }

  /** As it is once nobody else changes it. @throws AppError `not_found`, `exercise_archived`, `changed_meanwhile` with the newest */
  async function lockAt(tx: Tx, number: string, version: number, actor: StaffPrincipal): Promise<OutcomeCandidate> {
    const { applicationId } = await getCandidate(tx, number, 'offer:decide', actor)
    await lockOutcomes(tx, [applicationId])
    const locked = await getCandidate(tx, number, 'offer:decide', actor)
    if (locked.isArchived) throw new AppError('exercise_archived')
    if (locked.version !== version) throw new AppError('changed_meanwhile', { data: await describe(tx, locked, actor) })
    return locked
  }

  async function describe(tx: Tx, candidate: OutcomeCandidate, actor: StaffPrincipal): Promise<FinalOutcomeDetails> {
    const { applicationId, postId } = candidate
    const records = await listRecords(tx, applicationId)
    const offer = await findNewestOffer(tx, applicationId)
    const isFree = offer !== null && !isLiveOffer(offer.state)
    const isSecondPerson = await createSecondPersonCheck(tx, actor, clock())
    const mayDecide = hasPermissionIn(actor.grants, 'offer:decide', candidate)
    return {
      number: candidate.number,
      version: candidate.version,
      isArchived: candidate.isArchived,
      obstacle: findObstacle(candidate),
      isConfirmed: candidate.isConfirmed,
      isSecondPerson: isSecondPerson([candidate.recordedBy]),
      post: {
        role: candidate.role,
        school: candidate.school,
        department: candidate.department,
        vacancies: candidate.vacancies,
        taken: postId === null ? 0 : await countTaken(tx, postId),
      },
      records: records.map(({ recordedById: _, until, recordedAt, confirmedAt, ...row }) => ({
        ...row,
        until: until?.toISOString() ?? null,
        recordedAt: recordedAt.toISOString(),
        confirmedAt: confirmedAt?.toISOString() ?? null,
      })),
      offer: offer && {
        state: offer.state,
        until: offer.until.toISOString(),
        offeredAt: offer.offeredAt.toISOString(),
        settledAt: offer.settledAt?.toISOString() ?? null,
      },
      next: isFree && mayDecide ? await findNextReserve(tx, offer.postId, actor.staffId) : null,
    }
  }

  const countTaken = async (tx: Tx, postId: number) => (await countTakenVacancies(tx, [postId])).get(postId) ?? 0

  /** The candidates of a selection that were not left out, locked. */
  async function lockSelection(tx: Tx, id: string, actor: StaffPrincipal) {
    const selection = await selections.open(tx, id, 'offer:decide', actor)
    if (selection.count > maxOutcomesAtOnce) throw new AppError('outcomes_too_many')
    await assertRunning(tx, selection.exerciseId)
    const ids = await selections.listItems(tx, selection, { after: null, limit: maxOutcomesAtOnce })
    await lockOutcomes(tx, ids)
    const { exerciseId, madeAt } = selection
    return { exerciseId, madeAt, candidates: await listOutcomeCandidates(tx, ids, actor.staffId) }
  }

  return {
    /** @throws AppError `not_found` */
    describe: (number: string, actor: StaffPrincipal): Promise<FinalOutcomeDetails> =>
      db.transaction(async (tx) => {
        const candidate = await getCandidate(tx, number, 'offer:read', actor)
        // As the page of the application, of which it is a part: nobody reads outcomes by number without a trace.
        await auditView(tx, { action: 'application_viewed', by: actor, ...toSubject(candidate) }, clock())
        return describe(tx, candidate, actor)
      }),

    /**
     * Supersedes what was recorded before. Another person confirms it.
     * @throws AppError `not_found`, `exercise_archived`, `changed_meanwhile` with the newest, `outcome_refused`,
     *   `invalid_request` for the date
     */
    record: (
      number: string,
      { version, ...given }: GivenOutcome & { version: number },
      actor: StaffPrincipal,
    ): Promise<FinalOutcomeDetails> =>
      refuseRaces(() =>
        db.transaction(async (tx) => {
          const until = parseUntil(given.until, clock())
          const candidate = await lockAt(tx, number, version, actor)
          const rank = given.outcome === 'reserve' ? (given.rank ?? null) : null
          const [refused] = await save(tx, [candidate], { ...given, rank, until }, actor)
          if (refused) throw refuse(refused.why)
          await audit(tx, {
            actor: 'staff',
            by: actor,
            action: 'final_outcome_recorded',
            ...toSubject(candidate),
            detail: { outcome: given.outcome },
          })
          return describe(tx, await getCandidate(tx, number, 'offer:decide', actor), actor)
        }),
      ),

    /** @throws AppError as for `record`, and those of `assertSecondPerson` */
    confirm: (number: string, { version }: { version: number }, actor: StaffPrincipal): Promise<FinalOutcomeDetails> =>
      db.transaction(async (tx) => {
        const candidate = await lockAt(tx, number, version, actor)
        const why = findObstacle(candidate) ?? findConfirmationObstacle(candidate)
        if (why) throw refuse(why)
        const now = clock()
        await assertSecondPerson(tx, actor, [candidate.recordedBy], now)
        await confirmOutcomes(tx, [candidate.applicationId], { confirmedBy: actor.staffId, at: now })
        await audit(tx, {
          actor: 'staff',
          by: actor,
          action: 'final_outcome_confirmed',
          ...toSubject(candidate),
          detail: { outcome: candidate.outcome },
        })
        return describe(tx, await getCandidate(tx, number, 'offer:decide', actor), actor)
      }),

    /**
     * The same outcome for a frozen selection; a reserve has a rank of its own, so it is recorded one by one, and so is what takes
     * an offer away, or the place of what a colleague has recorded since the selection was made.
     * @throws AppError `not_found`, `selection_expired`, `exercise_archived`, `outcomes_too_many`, `invalid_request` for the date
     */
    recordMany: (
      {
        selection,
        ...given
      }: { selection: string; outcome: Exclude<FinalOutcome, 'reserve'>; until?: string | undefined },
      actor: StaffPrincipal,
    ): Promise<OutcomeCounts> =>
      refuseRaces(() =>
        db.transaction(async (tx) => {
          const until = parseUntil(given.until, clock())
          const { exerciseId, madeAt, candidates } = await lockSelection(tx, selection, actor)
          const findSparing = (candidate: OutcomeCandidate): OutcomeObstacle | null => {
            // A list that was chosen too widely takes nobody's offer away.
            if (given.outcome === 'unsuccessful' && candidate.hasOffer) return 'has_offer'
            // The own one may be that of a try whose answer was lost.
            return candidate.recordedBy !== actor.staffId && isRecordedSince(candidate, madeAt)
              ? 'recorded_since'
              : null
          }
          const spared = candidates.flatMap((candidate) => {
            const why = findSparing(candidate)
            return why ? [{ number: candidate.number, why }] : []
          })
          const isSpared = new Set(spared.map(({ number }) => number))
          const others = candidates.filter(({ number }) => !isSpared.has(number))
          const leftOut = [...spared, ...(await save(tx, others, { ...given, rank: null, until }, actor))]
          const counts = { done: candidates.length - leftOut.length, leftOut }
          await recordEvent(tx, actor, { exerciseId, selection, counts, action: 'final_outcomes_recorded' })
          return counts
        }),
      ),

    /**
     * Those that are recorded with this outcome, as they stood when the person chose them.
     * @throws AppError as for `recordMany`
     */
    confirmMany: (
      { selection, outcome }: { selection: string; outcome: FinalOutcome },
      actor: StaffPrincipal,
    ): Promise<OutcomeCounts> =>
      db.transaction(async (tx) => {
        const { exerciseId, madeAt, candidates } = await lockSelection(tx, selection, actor)
        const now = clock()
        const isSecondPerson = await createSecondPersonCheck(tx, actor, now)
        const leftOut = candidates.flatMap((candidate) => {
          const why =
            findObstacle(candidate) ??
            findConfirmationObstacle(candidate) ??
            findDifference(candidate, { outcome, madeAt }) ??
            (isSecondPerson([candidate.recordedBy]) ? null : 'own_record')
          return why ? [{ number: candidate.number, why }] : []
        })
        const isLeftOut = new Set(leftOut.map(({ number }) => number))
        const confirmed = candidates.filter(({ number }) => !isLeftOut.has(number))
        await confirmOutcomes(
          tx,
          confirmed.map(({ applicationId }) => applicationId),
          { confirmedBy: actor.staffId, at: now },
        )
        const counts = { done: confirmed.length, leftOut }
        await recordEvent(tx, actor, { exerciseId, selection, counts, action: 'final_outcomes_confirmed' })
        return counts
      }),
  }

  /** Records what can be. @returns the others, with why */
  async function save(
    tx: Tx,
    candidates: readonly OutcomeCandidate[],
    { outcome, rank, until }: { outcome: FinalOutcome; rank: number | null; until: Date | null },
    actor: StaffPrincipal,
  ) {
    const takesVacancy = outcome === 'selected'
    const posts = candidates.flatMap(({ postId }) => postId ?? [])
    const taken = await countTakenVacancies(tx, takesVacancy ? posts : [])
    const leftOut: OutcomeCounts['leftOut'] = []
    const added = []
    for (const candidate of candidates) {
      const { applicationId, postId, vacancies, isHolder, version } = candidate
      const before = (postId !== null && taken.get(postId)) || 0
      let why = findObstacle(candidate)
      if (!why && takesVacancy && vacancies === null) why = 'vacancies_unknown'
      if (!why && takesVacancy && !isHolder && before >= (vacancies ?? 0)) why = 'no_vacancy'
      if (why || postId === null) {
        leftOut.push({ number: candidate.number, why: why ?? 'vacancies_unknown' })
        continue
      }
      if (takesVacancy && !isHolder) taken.set(postId, before + 1)
      added.push({ applicationId, postId, outcome, rank, until: takesVacancy ? until : null, seenVersion: version })
    }
    await addOutcomes(tx, added, { recordedBy: actor.staffId, at: clock() })
    return leftOut
  }
}

function findObstacle({ isWithdrawn, isShortlisted, isHeld }: OutcomeCandidate): OutcomeObstacle | null {
  if (isWithdrawn) return 'withdrawn'
  if (!isShortlisted) return 'not_shortlisted'
  return isHeld ? 'on_hold' : null
}

function findConfirmationObstacle({ outcome, isConfirmed }: OutcomeCandidate): OutcomeObstacle | null {
  if (outcome === null) return 'not_recorded'
  return isConfirmed ? 'confirmed_already' : null
}

/** From what the person confirms. */
function findDifference(
  { outcome, recordedAt }: OutcomeCandidate,
  confirmed: { outcome: FinalOutcome; madeAt: Date },
): OutcomeObstacle | null {
  if (outcome !== confirmed.outcome) return 'other_outcome'
  return isRecordedSince({ recordedAt }, confirmed.madeAt) ? 'recorded_since' : null
}

/** After the person had chosen the applications, who has not seen it. */
const isRecordedSince = ({ recordedAt }: Pick<OutcomeCandidate, 'recordedAt'>, madeAt: Date): boolean =>
  recordedAt !== null && recordedAt > madeAt.getTime()

const refuse = (why: OutcomeObstacle) =>
  new AppError('outcome_refused', { message: outcomeObstacles[why], data: { why } })

/** What the database refuses although nothing forbade it a moment before. */
async function refuseRaces<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatesConstraint(error, 'offers_within_vacancies')) throw refuse('no_vacancy')
    if (violatesConstraint(error, 'offers_vacancies_known')) throw refuse('vacancies_unknown')
    if (violatesConstraint(error, 'final_outcome_statuses_rank')) throw refuse('rank_taken')
    throw error
  }
}

/** @throws AppError `invalid_request` */
function parseUntil(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null
  const until = new Date(text)
  const refuseDate = (message: string) => createFieldsError('invalid_request', [{ path: 'until', message }])
  if (until <= now) throw refuseDate('Choose a moment in the future.')
  if (until.getTime() > now.getTime() + maxAnswerDays * dayMs)
    throw refuseDate(`Choose a day within ${maxAnswerDays} days.`)
  return until
}

const toSubject = ({ accountId, exerciseId, number }: OutcomeCandidate) => ({
  accountId,
  exerciseId,
  subject: { kind: 'application', id: number } as const,
})

interface SelectionEvent {
  exerciseId: number
  selection: string
  counts: OutcomeCounts
  action: 'final_outcomes_recorded' | 'final_outcomes_confirmed'
}

const recordEvent = (tx: Tx, actor: StaffPrincipal, { exerciseId, selection, counts, action }: SelectionEvent) =>
  audit(tx, {
    actor: 'staff',
    by: actor,
    action,
    exerciseId,
    subject: { kind: 'selection', id: selection },
    detail: { done: counts.done, leftOut: counts.leftOut.length },
  })
