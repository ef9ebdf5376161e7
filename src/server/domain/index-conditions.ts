// Conditions on the applicant index, for lists, selections, mailings and exports alike.
import { and, eq, gte, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ChosenApplicants } from '#shared/api/staff/lists/chosen-applicants.ts'
import { splitFilter } from '#shared/lists/filter-values.ts'
import { isOneOfOrNone } from '../database/conditions.ts'
import { applicantIndex } from '../database/schema/applicant-index.ts'
import { applications } from '../database/schema/applications-and-drafts.ts'
import { selectionItems, selections } from '../database/schema/selections.ts'
import { isAssignedTo } from './assignee.ts'
import { hasProposalOfOthers } from './corrections.ts'
import { isOnHold } from './holds.ts'
import { areApplicantsWithin, type IndexScope } from './scope.ts'

const t = applicantIndex

const isIn = (column: PgColumn, values: readonly string[]) =>
  sql`${column} in (select value from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`

/** Those who were named one by one, without those who were left out; undefined for all. */
export const getChosenCondition = ({ userIds, except }: ChosenApplicants): SQL | undefined =>
  and(userIds && isIn(t.userId, userIds), except && sql`not (${isIn(t.userId, except)})`)

/** Submitted applications. */
export const areApplicationsWithin = (scope: IndexScope): SQL | undefined =>
  and(isNotNull(t.submittedAt), areApplicantsWithin(scope))

/** Of two kinds each is planned by itself: a plan for any would look for a rare one in the order of the list. */
export const isOfKind =
  (kind: PgColumn) =>
  (values: string): SQL | undefined => {
    const kinds = splitFilter(values)
    return or(
      kinds.includes('cbt') ? sql`${kind} = 'cbt'` : undefined,
      kinds.includes('interview') ? sql`${kind} = 'interview'` : undefined,
    )
  }

const isReviewedTimes = (value: string) =>
  or(...splitFilter(value).map((count) => (count === '2' ? gte(t.reviewCount, 2) : eq(t.reviewCount, Number(count)))))

function isInOwnSelection(id: string, { staffId }: { staffId: string }): SQL {
  return sql`${t.accountId} in (
    select ${applications.accountId} from ${selections}
    join ${selectionItems} on ${selectionItems.selectionId} = ${selections.id}
    join ${applications} on ${applications.id} = ${selectionItems.applicationId}
    where ${selections.id} = ${id}::uuid and ${selections.madeBy} = ${staffId}::uuid
      and ${selections.expiresAt} > now())`
}

/** By the columns of both lists. */
const sharedFilters = {
  number: t.number,
  userId: t.userId,
  role: t.role,
  school: t.school,
  department: t.department,
  state: t.state,
  lga: t.lga,
  gender: t.gender,
  submitted: t.submittedAt,
}

/** How the columns of the list of applicants are filtered. */
export const applicantFilters = {
  ...sharedFilters,
  stage: t.stage,
  published: t.published,
  paid: sql`${t.isPaid}`,
  identified: sql`${t.isIdentified}`,
  flags: t.flags,
  issued: t.issuedAt,
  proposed: hasProposalOfOthers,
}

/** How the columns of the list of applications are filtered. */
export const applicationFilters = {
  ...sharedFilters,
  stage: t.reviewStage,
  reviews: isReviewedTimes,
  split: sql`${t.isSplit}`,
  onHold: isOnHold,
  decided: isOneOfOrNone(t.decided, 'none'),
  published: isOneOfOrNone(t.published, 'none'),
  assigned: isAssignedTo(t.assignedTo),
  selection: isInOwnSelection,
}
