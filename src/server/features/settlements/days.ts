// Reconciliation by day: what was confirmed here beside what was settled, and days that are closed. While differences remain,
// it takes two persons.
import { AppError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { getExerciseWithin } from '#server/domain/exercise-of-year.ts'
import { assertSecondPerson, createSecondPersonCheck } from '#server/features/staff/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { ReconciledDay } from '#shared/api/staff/settlements.ts'
import { getDay as toLagosDay } from '#shared/format/days.ts'
import { toKobo, toNaira } from '#shared/policy/money.ts'
import { hasPermissionIn } from '#shared/roles/permissions.ts'
import { toSums } from './service.ts'
import {
  approveClosing,
  type Closing,
  type DayRow,
  listClosings,
  lockDays,
  saveClosing,
  sumReconciledDays,
} from './store.ts'

export type ReconciliationService = ReturnType<typeof createReconciliationService>

interface DayOptions {
  year: number
  day: string
  /** As the person saw them, and the sums in naira, where they are given. */
  differences: number
  here?: number | undefined
  settled?: number | undefined
}

export function createReconciliationService({
  staffDatabase: { db },
  clock,
}: {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}) {
  async function listDays(tx: Tx, exerciseId: number, day: string | null, actor: StaffPrincipal) {
    const rows = await sumReconciledDays(tx, exerciseId, day)
    const closings = new Map((await listClosings(tx, exerciseId, day)).map((closing) => [closing.day, closing]))
    return [...Map.groupBy(rows, (row) => row.day)].map(([date, ofDay]) =>
      presentDay(date, ofDay, closings.get(date), actor),
    )
  }

  async function getDay(tx: Tx, exerciseId: number, day: string, actor: StaffPrincipal): Promise<ReconciledDay> {
    const [found] = await listDays(tx, exerciseId, day, actor)
    return found ?? presentDay(day, [], undefined, actor)
  }

  /** The day as it is once nobody else decides about it. */
  async function lockDay(tx: Tx, { day, ...seen }: DayOptions, exerciseId: number, actor: StaffPrincipal) {
    await lockDays(tx, exerciseId)
    const found = await getDay(tx, exerciseId, day, actor)
    const isSeen = (['differences', 'here', 'settled'] as const).every(
      (sum) => found[sum] === (seen[sum] ?? found[sum]),
    )
    if (!isSeen) throw new AppError('count_differs', { data: found })
    return found
  }

  return {
    /** How many closed days wait for this person, and since when; null for somebody who approves none. */
    async findToApprove(exerciseId: number, actor: StaffPrincipal) {
      if (!hasPermissionIn(actor.grants, 'settlement:import', { exerciseId })) return null
      const isSecondPerson = await createSecondPersonCheck(db, actor, clock())
      const waiting = (await listClosings(db, exerciseId, null))
        .filter((closing) => !isClosed(closing) && isSecondPerson([closing.closedById]))
        .map(({ closedAt }) => closedAt.toISOString())
      return { count: waiting.length, since: waiting.toSorted()[0] ?? null }
    },

    /** @throws AppError `not_found` */
    async list(year: number, day: string | undefined, actor: StaffPrincipal): Promise<ReconciledDay[]> {
      const exerciseId = await getExerciseWithin(db, year, 'settlement:import', actor)
      return listDays(db, exerciseId, day ?? null, actor)
    },

    /**
     * @throws AppError `not_found`, `day_not_over`, `day_not_settled`, `count_differs` with the newest, `day_closed` with it when
     * nothing has changed since
     */
    async close(options: DayOptions, actor: StaffPrincipal): Promise<ReconciledDay> {
      const { year, day } = options
      const exerciseId = await getExerciseWithin(db, year, 'settlement:import', actor)
      return db.transaction(async (tx) => {
        const found = await lockDay(tx, options, exerciseId, actor)
        const { sums, differences, settled, here } = found
        if (found.closing && !found.closing.isChanged) throw new AppError('day_closed', { data: found })
        const at = clock()
        if (day >= (toLagosDay(at) ?? '')) throw new AppError('day_not_over')
        if (sums.not_settled.count > 0) throw new AppError('day_not_settled')
        const detail = { day, differences, settledKobo: toKobo(settled), paidKobo: toKobo(here) }
        await saveClosing(tx, { exerciseId, ...detail, closedBy: actor.staffId, closedAt: at })
        await audit(tx, { actor: 'staff', by: actor, action: 'day_closed', exerciseId, detail })
        return getDay(tx, exerciseId, day, actor)
      })
    },

    /**
     * @throws AppError `not_found`, `day_not_waiting`, `second_person_required`,
     * `second_person_related`, `count_differs` with the newest, also when the first person saw others, or other sums
     */
    async approve(options: DayOptions, actor: StaffPrincipal): Promise<ReconciledDay> {
      const { year, day } = options
      const exerciseId = await getExerciseWithin(db, year, 'settlement:import', actor)
      return db.transaction(async (tx) => {
        const found = await lockDay(tx, options, exerciseId, actor)
        const [closing] = await listClosings(tx, exerciseId, day)
        if (!closing || isClosed(closing)) throw new AppError('day_not_waiting')
        await assertSecondPerson(tx, actor, [closing.closedById], clock())
        if (found.closing?.isChanged) throw new AppError('count_differs', { data: found })
        await approveClosing(tx, { exerciseId, day, approvedBy: actor.staffId, approvedAt: clock() })
        const detail = { day, differences: closing.differences }
        await audit(tx, { actor: 'staff', by: actor, action: 'day_closing_approved', exerciseId, detail })
        return getDay(tx, exerciseId, day, actor)
      })
    },
  }
}

const isClosed = ({ differences, approvedAt }: Closing) => differences === 0 || approvedAt !== null

interface DaySums {
  differences: number
  paidKobo: number
  settledKobo: number
}

/** A difference that comes to an end once the day is closed changes nothing of what was agreed on. */
const isOther = (closing: Closing, { differences, paidKobo, settledKobo }: DaySums) =>
  closing.paidKobo !== paidKobo ||
  closing.settledKobo !== settledKobo ||
  (isClosed(closing) ? differences > closing.differences : differences !== closing.differences)

function presentDay(
  day: string,
  rows: readonly DayRow[],
  closing: Closing | undefined,
  { staffId }: StaffPrincipal,
): ReconciledDay {
  const sum = (get: (row: DayRow) => number) => rows.reduce((total, row) => total + get(row), 0)
  const [paidKobo, settledKobo] = [sum((row) => row.hereKobo), sum((row) => row.settledKobo)]
  const differences = sum((row) => row.open)
  return {
    day,
    here: toNaira(paidKobo),
    settled: toNaira(settledKobo),
    sums: toSums(rows),
    differences,
    closing: closing
      ? {
          differences: closing.differences,
          closedBy: closing.closedBy,
          closedAt: closing.closedAt.toISOString(),
          isOwn: closing.closedById === staffId,
          approvedBy: closing.approvedBy,
          approvedAt: closing.approvedAt?.toISOString() ?? null,
          isClosed: isClosed(closing),
          isChanged: isOther(closing, { differences, paidKobo, settledKobo }),
        }
      : null,
  }
}
