// Applications that were withdrawn because the applicant asked for it.
import { desc, eq } from 'drizzle-orm'
import type { Tx } from '../database/connection.ts'
import { applicationWithdrawals } from '../database/schema/decisions/withdrawals.ts'
import { staff } from '../database/schema/staff.ts'

const maxRows = 100

/** Withdrawals and reinstatements with who made them, newest first. */
export const listWithdrawals = (tx: Tx, applicationId: string) =>
  tx
    .select({
      event: applicationWithdrawals.event,
      reason: applicationWithdrawals.reason,
      at: applicationWithdrawals.at,
      madeBy: applicationWithdrawals.madeBy,
      name: staff.name,
    })
    .from(applicationWithdrawals)
    .innerJoin(staff, eq(staff.id, applicationWithdrawals.madeBy))
    .where(eq(applicationWithdrawals.applicationId, applicationId))
    .orderBy(desc(applicationWithdrawals.id))
    .limit(maxRows)
export type Withdrawal = Awaited<ReturnType<typeof listWithdrawals>>[number]

/** The one that counts now; null when the application is not withdrawn. */
export const findCurrentWithdrawal = ([newest]: readonly Withdrawal[]): Withdrawal | null =>
  newest?.event === 'withdrawn' ? newest : null

/** Of the application's own column, for an answer; nothing while it is not withdrawn. */
export const presentWithdrawnAt = ({ withdrawnAt }: Record<'withdrawnAt', Date | null>) =>
  withdrawnAt ? { withdrawnAt: withdrawnAt.toISOString() } : {}
