// Locks a case for a change, at the version that its author saw.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { findHold, lockAgainstHold } from '#server/domain/holds.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { type CaseSummary, lockStatus } from './case-store.ts'
import { readProgress } from './read-case.ts'

/** @throws AppError `changed_meanwhile` with the newest */
export async function lockVersion(tx: Tx, summary: CaseSummary, version: number, actor: StaffPrincipal, now: Date) {
  // In the order of a hold, which locks the account before it changes the status's row in the index.
  await lockAgainstHold(tx, summary.accountId)
  const status = await lockStatus(tx, summary.id)
  if (status.version !== version)
    throw new AppError('changed_meanwhile', { data: await readProgress(tx, summary, actor, now) })
  return status
}

/** After the account was locked. @throws AppError `on_hold` */
export async function assertNotOnHold(tx: Tx, { accountId }: CaseSummary): Promise<void> {
  if (await findHold(tx, accountId)) throw new AppError('on_hold')
}

/** @throws AppError `changed_meanwhile` with the newest, `application_withdrawn`, `on_hold` */
export async function lockCaseAt(tx: Tx, summary: CaseSummary, version: number, actor: StaffPrincipal, now: Date) {
  const status = await lockVersion(tx, summary, version, actor, now)
  if (status.stage === 'withdrawn') throw new AppError('application_withdrawn')
  await assertNotOnHold(tx, summary)
  return status
}
