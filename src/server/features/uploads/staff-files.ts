// Staff open the files of applicants within their scope.
import type { Readable } from 'node:stream'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/database/connection.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { auditView } from '#server/platform/audit/audit.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { findApplicantFile, type OwnFile } from './store.ts'

interface StaffFileDependencies {
  staffDatabase: Pick<Database, 'db'>
  files: FileStore
  clock: () => Date
}

export type StaffFileReader = ReturnType<typeof createStaffFileReader>

export function createStaffFileReader({ staffDatabase: { db }, files, clock }: StaffFileDependencies) {
  return {
    /** The access is recorded before the content is read. @throws AppError `not_found`, also outside the person's scope */
    async open(id: string, actor: StaffPrincipal): Promise<{ file: OwnFile; content: Readable }> {
      const file = await findApplicantFile(db, id)
      if (!file) throw new AppError('not_found')
      await assertWithinScope(db, file, 'file:read', actor, { action: 'file_refused', detail: { id } })
      const { accountId, exerciseId } = file
      await auditView(db, { action: 'file_opened', accountId, by: actor, exerciseId }, clock())
      const content = await files.get(id)
      if (!content) throw new Error('The content of a known file is missing.')
      return { file, content }
    },
  }
}
