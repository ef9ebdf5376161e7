// Everybody who works with the portal.

import { z } from 'zod'
import { listNames } from '#shared/format/labels.ts'
import { staffRoleLabels } from '../roles/permissions.ts'
import { presentedGrant } from '../roles/presented-grant.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

export const staffStatuses = {
  invited: 'Invited',
  active: 'Active',
  suspended: 'Suspended',
  left: 'Has left',
} as const

export const staffProposal = z.object({
  id: z.string(),
  add: z.array(presentedGrant),
  remove: z.array(presentedGrant),
  madeBy: z.object({ id: z.string(), name: z.string() }),
  madeAt: moment,
})

export const peopleList = describeList({
  name: 'people',
  label: 'Staff',
  noun: 'staff members',
  permission: 'staff:manage',
  row: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    status: z.enum(listNames(staffStatuses)),
    version: z.number().int(),
    roles: z.array(presentedGrant),
    addedAt: moment,
    lastSeenAt: moment.nullable(),
    proposals: z.array(staffProposal).describe('Changes that wait for a second administrator.'),
  }),
  columns: {
    name: column({ label: 'Name', kind: 'text', sortable: true }),
    email: column({ label: 'Email', kind: 'text' }),
    role: column({ label: 'Roles', kind: 'choice', filter: 'oneOf', options: staffRoleLabels }),
    status: column({ label: 'Status', kind: 'choice', filter: 'oneOf', options: staffStatuses }),
    waiting: column({
      label: 'Waits for approval',
      kind: 'flag',
      filter: 'is',
      takes: 'Whether a change waits for a second administrator.',
    }),
    added: column({ label: 'Added', kind: 'day', sortable: true }),
    lastSeen: column({ label: 'Last seen', kind: 'day' }),
  },
  defaultColumns: ['name', 'email', 'role', 'status', 'waiting', 'added', 'lastSeen'],
  defaultOrder: 'name',
  search: { hint: 'A part of the name or email address', takes: 'Part of a name or email address.', max: 200 },
  exported: null,
})
export type StaffPerson = RowOf<typeof peopleList>
