import { eq, sql } from 'drizzle-orm'
import { contains, hasId, isOneOf } from '#server/database/conditions.ts'
import { seats, sittings, venues } from '#server/database/schema/sittings.ts'
import { toLagosTime } from '#server/domain/lagos-days.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { sittingList } from '#shared/lists/sittings.ts'
import { hasPermissionIn } from '#shared/roles/permissions.ts'

const t = sittings

const seated = sql<number>`(select count(*)::int from ${seats}
  where ${seats.sittingId} = ${t.id} and ${seats.releasedAt} is null)`

const getScope = ({ exerciseId, grants }: ListReader) =>
  exerciseId !== null && hasPermissionIn(grants, 'sitting:read', { exerciseId })
    ? eq(t.exerciseId, exerciseId)
    : sql`false`

export const sittingSource = defineListSource({
  list: sittingList,
  from: sql`${t} join ${venues} on ${eq(venues.id, t.venueId)}`,
  countedFrom: sql`${t}`,
  select: {
    id: t.id,
    kind: t.kind,
    label: t.label,
    venueId: t.venueId,
    venue: venues.name,
    place: venues.state,
    isStepFree: venues.isStepFree,
    reportsAt: t.reportsAt,
    startsAt: t.startsAt,
    endsAt: t.endsAt,
    capacity: t.capacity,
    state: t.state,
    seated,
  },
  filters: {
    kind: t.kind,
    venue: hasId(t.venueId),
    place: (values) => sql`${t.venueId} in (select ${venues.id} from ${venues} where ${isOneOf(venues.state)(values)})`,
    starts: t.startsAt,
    state: t.state,
  },
  orders: { starts: { by: [t.startsAt, t.id] } },
  search: (text) => contains([t.label, venues.name], text),
  scope: getScope,
  present: (rows) =>
    rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      label: row.label,
      venue: { id: row.venueId, name: row.venue, state: row.place, isStepFree: row.isStepFree },
      reportsAt: row.reportsAt.toISOString(),
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      capacity: row.capacity,
      state: row.state,
      seated: row.seated,
    })),
  exported: () => ({
    label: t.label,
    kind: t.kind,
    venue: venues.name,
    place: venues.state,
    starts: toLagosTime(t.startsAt),
    reports: toLagosTime(t.reportsAt),
    capacity: t.capacity,
    seated,
    state: t.state,
  }),
})
