// The nightly job that deletes what the privacy notice promises to delete.

import type { Database, Tx } from '#server/database/connection.ts'
import { describeError } from '#server/database/errors.ts'
import { unregisterContent } from '#server/database/unreferenced-contents.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { retentionMonths } from '#shared/policy/privacy.ts'
import {
  type DuePage,
  type DueQuery,
  deleteForm,
  listExercisesOver,
  listUnsubmittedForms,
  listUnsuccessfulApplications,
} from './retention-store.ts'

interface RetentionDependencies {
  database: Pick<Database, 'db' | 'pool'>
  files: Pick<FileStore, 'remove'>
  clock: () => Date
  log: { error(detail: object, message: string): void }
}

interface Rule {
  months: number
  action: 'form_deleted' | 'application_deleted'
  listDue: (tx: Tx, query: DueQuery) => Promise<DuePage>
}

const rules: readonly Rule[] = [
  { months: retentionMonths.unsubmittedForm, action: 'form_deleted', listDue: listUnsubmittedForms },
  {
    months: retentionMonths.unsuccessfulApplication,
    action: 'application_deleted',
    listDue: listUnsuccessfulApplications,
  },
]

/** Accounts that one statement looks at: few enough to take no notice of, also when hardly any has something to delete. */
const pageSize = 1_000
/** Of one night; the others follow in the next one. */
const defaultMaxAccounts = 5_000

/** Safe to repeat. An account that cannot be deleted is logged and does not hold up the others. */
export const applyRetention =
  (deps: RetentionDependencies, { maxAccounts = defaultMaxAccounts, limit = pageSize } = {}) =>
  async (): Promise<void> => {
    const removeContents = createContentRemover(deps)
    for (const rule of rules) await applyRule({ ...deps, removeContents }, rule, { maxAccounts, limit })
  }

/**
 * What cannot be removed now is left to the job that discards contents, and so is all that follows: a store that is away would
 * be waited for at each form, and other jobs meanwhile for this one.
 */
function createContentRemover({ database: { pool }, files, log }: RetentionDependencies) {
  let isAway = false
  return async (contentIds: readonly string[]): Promise<void> => {
    if (isAway) return
    try {
      for (const id of contentIds) {
        await files.remove(id)
        await unregisterContent(pool, id)
      }
    } catch (error) {
      isAway = true
      log.error({ errors: describeError(error) }, 'files of deleted forms are left to the hourly job')
    }
  }
}

interface RuleDependencies extends RetentionDependencies {
  removeContents: ReturnType<typeof createContentRemover>
}

async function applyRule(
  deps: RuleDependencies,
  rule: Rule,
  { maxAccounts, limit }: { maxAccounts: number; limit: number },
): Promise<void> {
  const { database, clock } = deps
  const exerciseIds = await listExercisesOver(database.db, clock(), rule.months)
  if (exerciseIds.length === 0) return
  let count = 0
  let afterId: string | null = null
  do {
    const { ids, lastId }: DuePage = await rule.listDue(database.db, { exerciseIds, afterId, limit })
    for (const id of ids.slice(0, maxAccounts - count)) await deleteAccountsForm(deps, rule, id)
    count += ids.length
    afterId = lastId
  } while (afterId !== null && count < maxAccounts)
}

async function deleteAccountsForm(
  { database: { db }, removeContents, clock, log }: RuleDependencies,
  { action }: Rule,
  accountId: string,
): Promise<void> {
  try {
    const contentIds = await db.transaction(async (tx) => {
      const deleted = await deleteForm(tx, accountId, clock())
      if (!deleted) return []
      const { number, contentIds } = deleted
      const detail = { files: contentIds.length, ...(number && { number }) }
      await audit(tx, { actor: 'system', action, accountId, detail })
      return contentIds
    })
    await removeContents(contentIds)
  } catch (error) {
    log.error({ accountId, errors: describeError(error) }, 'action required: a form past its retention was not deleted')
  }
}
