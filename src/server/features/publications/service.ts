// Makes decisions visible to applicants in batches: one person proposes, another approves, and all see it in one moment.

import type { Database } from '#server/database/connection.ts'
import { findExerciseOfYear } from '#server/features/applicants/service.ts'
import type { MailService } from '#server/features/emails/service.ts'
import type { SelectionService } from '#server/features/selections/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { ExportableRows } from '#server/providers/files/export/table-exporter.ts'
import { renderEmail } from '#server/providers/mail/emails.ts'
import { publicationListFilter } from '#shared/api/staff/publications.ts'
import { listValueKeys } from '#shared/lists/exports/export-tables.ts'
import type { RoleGrant } from '#shared/roles/permissions.ts'
import { getPublication, isExerciseInScope, mayHandleDecisions } from './access.ts'
import { createApprovalService } from './approval.ts'
import { describePublication } from './describe-publication.ts'
import { createPublicationDrafts } from './drafts.ts'
import { findItem, type ItemFilter, listPublicationItems } from './item-store.ts'
import { buildOutcomeEmail } from './outcome-email.ts'
import { presentItem, presentListed } from './presenter.ts'
import { createPublishJob } from './publish.ts'
import { createEmailStep } from './send-emails.ts'
import { compilePublicationList, countPublications, listPublications, type PublicationFilter } from './store.ts'

export interface PublicationDependencies {
  staffDatabase: Pick<Database, 'db'>
  selections: Pick<SelectionService, 'open'>
  mail: Pick<MailService, 'findRecipient'>
  clock: () => Date
}

export type PublicationService = ReturnType<typeof createPublicationService>

interface ListQuery {
  exercise?: number | undefined
  q?: string | undefined
  sort: 'made' | '-made'
  after?: string | undefined
  limit: number
}

type ListFilters = Pick<PublicationFilter, 'state' | 'kind' | 'q'>

const maxCount = 1_000

export function createPublicationService(dependencies: PublicationDependencies) {
  const { db } = dependencies.staffDatabase
  return {
    ...createPublicationReader(dependencies),
    ...createPublicationDrafts(dependencies),
    ...createApprovalService(dependencies),
    exported: exportedPublications,

    /** The job that makes an approved publication visible. */
    publish: createPublishJob({ ...dependencies, db }),
    /** A step of the job that sends the emails. */
    sendEmails: createEmailStep({ ...dependencies, db }),
  }
}

/** Those that the person's roles may see. */
function createFilter(
  exerciseId: number,
  query: Record<string, unknown>,
  by: { grants: readonly RoleGrant[] },
): PublicationFilter {
  const { state, kind, q } = query as ListFilters
  return { exerciseId, q, state, kind, isLimited: !mayHandleDecisions(exerciseId, 'publication:read', by) }
}

const exportedPublications: ExportableRows = {
  async describeTables({ exerciseId, filter, grants }, tables) {
    if (exerciseId === null) throw new Error('This list is of one exercise.')
    const { sort, ...given } = publicationListFilter.parse(filter)
    const listed = createFilter(exerciseId, given, { grants })
    return tables.map((table) => {
      const options = { isDescending: sort === '-made', keys: listValueKeys(table) }
      return { table, statement: compilePublicationList(listed, options) }
    })
  },
}

function createPublicationReader({ staffDatabase: { db }, mail, clock }: PublicationDependencies) {
  return {
    /** A page of the publications of one exercise. */
    async list(query: ListQuery & Record<string, unknown>, by: StaffPrincipal) {
      const { exercise: year, sort, after, limit } = query
      const exercise = await findExerciseOfYear(db, year)
      if (!exercise || !isExerciseInScope(exercise.id, 'publication:read', by))
        return { rows: [], next: null, count: { value: 0, more: false } }
      const filter = createFilter(exercise.id, query, by)
      const found = await listPublications(db, filter, { isDescending: sort === '-made', after, limit: limit + 1 })
      const rows = found.slice(0, limit).map(presentListed)
      const total = await countPublications(db, filter, maxCount + 1)
      return {
        rows,
        next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
        count: { value: Math.min(total, maxCount), more: total > maxCount },
      }
    },

    /** @throws AppError `not_found` */
    describe: (id: string, by: StaffPrincipal) => describePublication(db, id, by),

    /** @throws AppError `not_found` */
    async listItems(id: string, filter: Omit<ItemFilter, 'readerId'>, by: StaffPrincipal) {
      await getPublication(db, id, 'publication:read', by)
      const { limit } = filter
      const found = await listPublicationItems(db, id, { ...filter, limit: limit + 1, readerId: by.staffId })
      const rows = found.slice(0, limit).map(presentItem)
      return { rows, next: found.length > limit ? (rows.at(-1)?.number ?? null) : null }
    },

    /** The email that an applicant gets, as it would be written now. @throws AppError `not_found` */
    async previewEmail(id: string, number: string, by: StaffPrincipal) {
      const { row } = await getPublication(db, id, 'publication:read', by)
      const item = await findItem(db, id, { number, readerId: by.staffId })
      const recipient = item && (await mail.findRecipient(item.accountId))
      if (!item || item.outcome === null || !recipient) throw new AppError('not_found')
      const { number: applicationNumber, outcome, reasons } = item
      const data = buildOutcomeEmail(row, { number: applicationNumber, outcome, reasons: reasons ?? [] }, clock())
      const { name, sender, email: to } = recipient
      const { subject, text } = await renderEmail('outcomePublished', { ...data, name, sender })
      return { to, subject, text }
    },
  }
}
