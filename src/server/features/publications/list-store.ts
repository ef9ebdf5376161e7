// The publications of an exercise. Roles that are limited to seats and results see nothing about decisions.
import { and, eq, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import { contains } from '#server/database/conditions.ts'
import { publications } from '#server/database/schema/decisions/publications.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { staff } from '#server/database/schema/staff.ts'
import { toLagosDay, toLagosTime } from '#server/domain/lagos-days.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { decisionKinds } from '#shared/decisions/publications.ts'
import { publicationList } from '#shared/lists/publications.ts'
import { hasPermissionIn, hasWholePermissionIn } from '#shared/roles/permissions.ts'
import { presentListed } from './presenter.ts'
import { approver, maker, proposer } from './store.ts'

const t = publications

const items = sql<number>`(${t.summary} ->> 'waiting')::int + (${t.summary} ->> 'done')::int
  + (select coalesce(sum((skipped ->> 'count')::int), 0)::int
    from jsonb_array_elements(${t.summary} -> 'skipped') as skipped)`

function getScope({ exerciseId, grants }: ListReader) {
  if (exerciseId === null || !hasPermissionIn(grants, 'publication:read', { exerciseId })) return sql`false`
  const seesDecisions = hasWholePermissionIn(grants, 'publication:read', { exerciseId })
  return and(eq(t.exerciseId, exerciseId), seesDecisions ? undefined : notInArray(t.kind, [...decisionKinds]))
}

export const publicationSource = defineListSource({
  list: publicationList,
  from: sql`${t} join ${exercises} on ${eq(exercises.id, t.exerciseId)}
    join ${staff} as ${maker} on ${eq(maker.id, t.madeBy)}
    left join ${staff} as ${proposer} on ${eq(proposer.id, t.proposedBy)}
    left join ${staff} as ${approver} on ${eq(approver.id, t.approvedBy)}`,
  select: {
    id: t.id,
    year: exercises.year,
    kind: t.kind,
    title: t.title,
    state: t.state,
    version: t.version,
    summary: t.summary,
    madeBy: t.madeBy,
    maker: maker.name,
    madeAt: t.madeAt,
    proposedBy: t.proposedBy,
    proposer: sql<string | null>`${proposer.name}`,
    approvedBy: t.approvedBy,
    approver: sql<string | null>`${approver.name}`,
    approvedAt: t.approvedAt,
    publishAt: t.publishAt,
    publishedAt: t.publishedAt,
  },
  filters: {
    kind: t.kind,
    state: t.state,
    by: (_others, { staffId }) => and(ne(t.madeBy, staffId), or(isNull(t.proposedBy), ne(t.proposedBy, staffId))),
  },
  orders: { made: { by: [t.madeAt, t.id] } },
  search: (text) => contains([t.title], text),
  scope: getScope,
  present: (rows) => rows.map(presentListed),
  exported: () => ({
    title: t.title,
    kind: t.kind,
    state: t.state,
    items,
    made: sql`${toLagosDay(t.madeAt)} || ', ' || ${maker.name}`,
    approved: sql`${toLagosDay(t.approvedAt)} || ', ' || ${approver.name}`,
    published: sql`coalesce(${toLagosTime(t.publishedAt)}, 'Planned for ' || ${toLagosTime(t.publishAt)})`,
  }),
})
