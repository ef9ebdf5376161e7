// The services of the lists that staff read, and of which files can be made.
import type { ExportedList } from '#shared/lists/exports/exported-lists.ts'
import { createApplicantService } from './features/applicants/service.ts'
import { createAuditReader } from './features/audit/service.ts'
import { sessionLimits } from './features/auth/sessions/session-store.ts'
import { createInbox } from './features/complaints/inbox.ts'
import { createEmailLog } from './features/emails/email-log.ts'
import { createPublicationService } from './features/publications/service.ts'
import type { ExportableRows } from './providers/files/export/table-exporter.ts'
import type { ServiceDependencies, Services } from './services.ts'

export type ExportedLists = Readonly<Record<ExportedList, ExportableRows>>

type ListDependencies = ServiceDependencies & Pick<Services, 'encryption' | 'selections' | 'mail'>

type StaffLists = Pick<Services, 'inbox' | 'emailLog' | 'auditReader' | 'applicants' | 'publications'>

export const createStaffLists = (dependencies: ListDependencies): StaffLists => ({
  inbox: createInbox(dependencies),
  emailLog: createEmailLog(dependencies),
  auditReader: createAuditReader(dependencies),
  applicants: createApplicantService({ ...dependencies, sessionIdleMs: sessionLimits.idleMs }),
  publications: createPublicationService(dependencies),
})

export const collectExportedLists = ({
  applicants,
  publications,
  inbox,
  emailLog,
  auditReader,
}: StaffLists): ExportedLists => ({
  applicants: applicants.exported,
  applications: applicants.exported,
  publications: publications.exported,
  complaints: inbox.exported,
  emails: emailLog.exported,
  audit: auditReader.exported,
})
