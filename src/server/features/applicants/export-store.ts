// The list of applicants, or of applications, as statements that a file is made from: all rows that the list shows.
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { compileList } from '#server/database/compile-statement.ts'
import type { Tx } from '#server/database/connection.ts'
import { sessions } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { selectionItems } from '#server/database/schema/selections.ts'
import { staff } from '#server/database/schema/staff.ts'
import { isOnHold } from '#server/domain/holds.ts'
import { getChosenCondition, getScopeCondition, reviewStage } from '#server/domain/index-conditions.ts'
import { toLagosDay } from '#server/domain/lagos-days.ts'
import type { ListStatement } from '#server/providers/files/export/table-exporter.ts'
import type { ChosenApplicants } from '#shared/api/staff/lists/chosen-applicants.ts'
import { decideLastValue, type ExportTable, listValueKeys } from '#shared/lists/exports/export-tables.ts'
import type { ExportedList } from '#shared/lists/exports/exported-lists.ts'
import type { Scope } from '#shared/roles/permissions.ts'
import { getRowOrder, type ListCondition, type ListOrder, orders } from './list-store.ts'

const t = applicantIndex

export interface ExportedRows {
  list: ExportedList
  exerciseId: number
  /** Who is listed. */
  condition: ListCondition
  /** The person must be allowed to export there, besides to list. */
  exportScopes: readonly Scope[]
  /** Where the person may read email addresses and phone numbers; elsewhere they are empty. */
  readableScopes: readonly Scope[]
  order: ListOrder
  isDescending: boolean
  chosen: ChosenApplicants
  /** Only the applications of this frozen selection. */
  selectionId: string | null
}

const lastSeen = sql`(select max(${sessions.lastSeenAt}) from ${sessions} where ${sessions.accountId} = ${t.accountId})`

const assignee = sql`(select ${staff.name} from ${staff} where ${staff.id} = ${t.assignedTo})`

/** Of the list of applications, where they differ from those of the list of applicants. */
const applicationValues: Readonly<Record<string, SQL>> = {
  stage: reviewStage,
  reviews: sql`least(${t.reviewCount}, 2)`,
  split: sql`${t.isSplit}`,
  onHold: isOnHold,
  decided: sql`coalesce(${t.decided}, 'none')`,
  published: sql`coalesce(${t.published}, 'none')`,
  assigned: assignee,
}

/** What stands in a column of the file; the names are those of the list's columns. */
const createValues = ({ readableScopes, exerciseId, list }: ExportedRows): Readonly<Record<string, SQL>> => {
  const isReadable = getScopeCondition(readableScopes, exerciseId) ?? sql`true`
  const whenReadable = (column: AnyPgColumn) => sql`case when ${isReadable} then ${column} end`
  return {
    name: sql`${t.name}`,
    userId: sql`${t.userId}`,
    number: sql`${t.number}`,
    role: sql`${t.role}`,
    school: sql`${t.school}`,
    department: sql`${t.department}`,
    state: sql`${t.state}`,
    lga: sql`${t.lga}`,
    gender: sql`${t.gender}`,
    stage: sql`${t.stage}`,
    paid: sql`${t.isPaid}`,
    identified: sql`${t.isIdentified}`,
    published: sql`${t.published}`,
    flags: sql`${t.flags}`,
    issued: toLagosDay(t.issuedAt),
    submitted: toLagosDay(t.submittedAt),
    lastSeen: toLagosDay(lastSeen),
    email: whenReadable(t.emailFolded),
    phone: whenReadable(t.phone),
    ...(list === 'applications' && applicationValues),
  }
}

const getRowConditions = (rows: ExportedRows) =>
  and(
    rows.condition,
    getScopeCondition(rows.exportScopes, rows.exerciseId),
    orders[rows.order].required,
    rows.list === 'applications' ? isNotNull(t.number) : undefined,
    getChosenCondition(rows.chosen),
    rows.selectionId === null ? undefined : isSelected(rows.selectionId),
  )

const isSelected = (id: string) => sql`${t.accountId} in (
  select ${applications.accountId} from ${selectionItems}
  join ${applications} on ${applications.id} = ${selectionItems.applicationId}
  where ${selectionItems.selectionId} = ${id})`

/** The statement of a table, and the one that counts its rows. */
export function createListStatement(rows: ExportedRows, table: ExportTable): ListStatement {
  const last = decideLastValue(table)
  const { entriesOf = '' } = table
  const entries = sql`${applications.answers} -> ${entriesOf}::text`
  const lastValues = { nothing: [], answers: [sql`${applications.answers}`], entries: [entries] }[last]
  const needsAnswers = last !== 'nothing'
  return compileList({
    keys: listValueKeys(table),
    values: createValues(rows),
    lastValues,
    source: needsAnswers ? sql`${t} join ${applications} on ${eq(applications.accountId, t.accountId)}` : sql`${t}`,
    where: getRowConditions(rows),
    orderBy: getRowOrder(rows),
  })
}

/** The accounts of the list in its order, with the numbers of their applications; up to the limit, of one snapshot. */
export async function listExportedApplications(tx: Tx, rows: ExportedRows, limit: number) {
  return tx
    .select({ accountId: t.accountId, number: t.number })
    .from(t)
    .where(getRowConditions(rows))
    .orderBy(...getRowOrder(rows))
    .limit(limit)
}
