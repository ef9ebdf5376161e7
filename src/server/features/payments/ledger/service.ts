// What the ledger adds up to, and what was received day by day.
import type { Database } from '#server/database/connection.ts'
import { getExerciseWithin } from '#server/domain/exercise-of-year.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { LedgerTotals, Revenue } from '#shared/api/staff/ledger.ts'
import { listNames } from '#shared/format/labels.ts'
import { toNaira } from '#shared/policy/money.ts'
import { ledgerAccounts } from '#shared/staff/ledger.ts'
import { sumAccounts, sumReceipts, sumRefunds } from './ledger-store.ts'
import { areLedgerRows } from './list-store.ts'

interface LedgerDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

export type LedgerService = ReturnType<typeof createLedgerService>

export function createLedgerService({ staffDatabase: { db }, clock }: LedgerDependencies) {
  const getExercise = (year: unknown, actor: StaffPrincipal) =>
    getExerciseWithin(db, typeof year === 'number' ? year : undefined, 'money:export', actor)

  return {
    /** @throws AppError `not_found` for an exercise out of reach */
    async sum(query: Readonly<Record<string, unknown>>, actor: StaffPrincipal): Promise<LedgerTotals> {
      const exerciseId = await getExercise(query.exercise, actor)
      const { staffId, grants } = actor
      const reader = { staffId, grants, exerciseId, exportedExerciseIds: null, isExport: false }
      const toDay = (value: unknown) => (typeof value === 'string' ? value : undefined)
      const days = { from: toDay(query.from), to: toDay(query.to) }
      const sums = await sumAccounts(db, areLedgerRows(reader, query), days)
      const add = (name: 'debitKobo' | 'creditKobo') => toNaira(sums.reduce((sum, one) => sum + one[name], 0))
      return {
        accounts: listNames(ledgerAccounts).flatMap((account) => {
          const found = sums.find((one) => one.account === account)
          return found ? [{ account, debit: toNaira(found.debitKobo), credit: toNaira(found.creditKobo) }] : []
        }),
        debit: add('debitKobo'),
        credit: add('creditKobo'),
        asOf: clock().toISOString(),
      }
    },

    /** @throws AppError `not_found` for an exercise out of reach */
    async readRevenue(
      { exercise, from, to }: { exercise?: number | undefined; from?: string | undefined; to?: string | undefined },
      actor: StaffPrincipal,
    ): Promise<Revenue> {
      const span = { exerciseId: await getExercise(exercise, actor), from, to }
      const sums = (await sumReceipts(db, span)).map(({ receivedKobo, ...sum }) => ({
        ...sum,
        received: toNaira(receivedKobo),
      }))
      return {
        days: sums.flatMap(({ day, ...sum }) => (day === null ? [] : [{ day, ...sum }])),
        channels: sums.flatMap(({ day, ...sum }) => (day === null ? [sum] : [])),
        refunded: toNaira(await sumRefunds(db, span)),
        asOf: clock().toISOString(),
      }
    },
  }
}
