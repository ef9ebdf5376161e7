// The log of emails for the staff, and the nightly job that shortens it.

import type { Database } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type DecryptionDependencies, decryptOrLog } from '#server/platform/encryption/unreadable-values.ts'
import type { ExportableRows } from '#server/providers/files/export/table-exporter.ts'
import { type EmailLogRow, emailListFilter } from '#shared/api/staff/logs/emails.ts'
import { listValueKeys } from '#shared/lists/exports/export-tables.ts'
import { listExportedExercises } from '#shared/lists/exports/exported-lists.ts'
import { listScopes, type RoleGrant } from '#shared/roles/permissions.ts'
import {
  compileEmailList,
  countSentEmails,
  deleteEmailsBefore,
  type EmailFilter,
  type EmailPage,
  hasEmail,
  listSentEmails,
} from './log-store.ts'

interface EmailLogDependencies extends DecryptionDependencies {
  staffDatabase: Pick<Database, 'db'>
}

export type EmailLog = ReturnType<typeof createEmailLog>

export function createEmailLog(dependencies: EmailLogDependencies) {
  const { db } = dependencies.staffDatabase
  const present = ({ email, userId, staffName }: Awaited<ReturnType<typeof listSentEmails>>[number]): EmailLogRow => ({
    id: email.id,
    template: email.template,
    state: email.state,
    userId,
    staffId: email.staffId,
    staffName,
    address: email.encryptedAddress && decryptOrLog(dependencies, email.encryptedAddress),
    attempts: email.attempts,
    queuedAt: email.queuedAt.toISOString(),
    sentAt: email.sentAt?.toISOString() ?? null,
    isResent: email.resentBy !== null,
  })

  return {
    exported: exportedEmails,

    /** Emails to applicants of the person's exercises; all emails for somebody whose role counts everywhere. */
    async list(
      { sort, after, limit, ...given }: Omit<EmailFilter, 'exerciseIds'> & EmailPage,
      { grants }: StaffPrincipal,
    ) {
      if (after !== undefined && !(await hasEmail(db, after))) throw new AppError('cursor_invalid')
      const filter = { ...given, exerciseIds: listExercises(grants) }
      const found = await listSentEmails(db, filter, { sort, after, limit: limit + 1 })
      const rows = found.slice(0, limit).map(present)
      return {
        rows,
        next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
        count: await countSentEmails(db, filter),
      }
    },
  }
}

/** Whose emails the person sees; null for all. */
function listExercises(grants: readonly RoleGrant[]): number[] | null {
  const ids = listScopes(grants, 'account:recover').map(({ exerciseId }) => exerciseId)
  return ids.includes(null) ? null : ids.filter((id) => id !== null)
}

const exportedEmails: ExportableRows = {
  async describeTables({ exerciseId, filter, grants }, tables) {
    const { sort, ...given } = emailListFilter.parse(filter)
    const exportedExerciseIds = listExportedExercises(grants, exerciseId)
    return tables.map((table) => {
      const options = { sort, keys: listValueKeys(table), exportedExerciseIds }
      const statement = compileEmailList({ ...given, exerciseIds: listExercises(grants) }, options)
      return { table, statement, encrypted: ['address'] }
    })
  },
}

const dayMs = 24 * 60 * 60 * 1000
/** Somebody may still ask about an email of the whole exercise. */
const emailRetentionDays = 400

interface PruneDependencies {
  database: Pick<Database, 'db'>
  clock: () => Date
}

/** Nightly: forgets emails that are too old to be asked about. Safe to repeat. */
export const pruneEmails = ({ database: { db }, clock }: PruneDependencies): Promise<void> =>
  deleteEmailsBefore(db, new Date(clock().getTime() - emailRetentionDays * dayMs))
