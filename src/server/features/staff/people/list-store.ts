// The list of the staff.
import { inArray, type SQL, sql } from 'drizzle-orm'
import { contains } from '#server/database/conditions.ts'
import { staff, staffProposals, staffRoles } from '#server/database/schema/staff.ts'
import { defineListSource } from '#server/lists/list-source.ts'
import { splitFilter } from '#shared/lists/filter-values.ts'
import { peopleList } from '#shared/lists/people.ts'
import { presentPeople } from './people-presenter.ts'
import { isReachedBy } from './reach-store.ts'

const t = staff

const hasProposal: SQL = sql`exists (select from ${staffProposals}
  where ${staffProposals.staffId} = ${t.id} and ${staffProposals.state} = 'proposed')`

const hasRole = (roles: string) => sql`exists (select from ${staffRoles}
  where ${staffRoles.staffId} = ${t.id} and ${inArray(sql`${staffRoles.role}`, splitFilter(roles))})`

export const peopleSource = defineListSource({
  list: peopleList,
  from: sql`${t}`,
  select: {
    id: t.id,
    email: t.email,
    name: t.name,
    status: t.status,
    version: t.version,
    createdAt: t.createdAt,
    lastSeenAt: t.lastSeenAt,
  },
  filters: { role: hasRole, status: t.status, waiting: hasProposal },
  orders: { name: { by: [sql`lower(${t.name})`, t.id] }, added: { by: [t.createdAt, t.id] } },
  search: (text) => contains([t.name, t.email], text),
  scope: (reader) => isReachedBy(reader),
  present: (rows, _reader, tx) => presentPeople(tx, rows),
  exported: () => ({}),
})
