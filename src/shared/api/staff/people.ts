import { z } from 'zod'
import { peopleListColumns, staffStatuses } from '#shared/lists/columns.ts'
import { someOf } from '#shared/lists/filters.ts'
import { emptyData, envelope, isoDateTime } from '../contract.ts'
import { cappedCount, type StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { presentedGrant, roleGrant } from './session.ts'

const byId = z.object({ id: z.uuid() })

const proposal = z.object({
  id: z.string(),
  add: z.array(presentedGrant),
  remove: z.array(presentedGrant),
  madeBy: z.object({ id: z.string(), name: z.string() }),
  madeAt: isoDateTime,
})

const person = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  status: z.enum(Object.keys(staffStatuses) as [keyof typeof staffStatuses]),
  version: z.number().int(),
  roles: z.array(presentedGrant),
  addedAt: isoDateTime,
  lastSeenAt: isoDateTime.nullable(),
  proposals: z.array(proposal).describe('Changes that wait for a second administrator.'),
})
export type StaffPerson = z.infer<typeof person>

const details = person.extend({
  addedBy: z.string().nullable().describe('Null for those whom a command has added.'),
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      network: z.string().nullable().describe('Truncated.'),
      startedAt: isoDateTime,
      lastSeenAt: isoDateTime,
    }),
  ),
})
export type StaffPersonDetails = z.infer<typeof details>

export const staffPeopleContracts = {
  staffPeople: {
    area: 'Staff',
    access: 'staff:staff:manage',
    limits: staffLimits.reads,
    summary: 'The staff with their roles, by name',
    query: z.strictObject({
      status: someOf(staffStatuses).optional().describe('One or several, separated by `|`.'),
      role: someOf(peopleListColumns.role.options).optional().describe('One or several, separated by `|`.'),
      waiting: z.enum(['yes', 'no']).optional().describe('Whether a change waits for a second administrator.'),
      q: z.string().trim().max(200).optional().describe('Part of a name or email address.'),
      sort: z.enum(['name', '-name', 'added', '-added']).default('name'),
      after: z.uuid().optional().describe('`next` of the page before.'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: envelope(z.object({ rows: z.array(person), next: z.string().nullable(), count: cappedCount })),
  },
  staffPerson: {
    area: 'Staff',
    access: 'staff:staff:manage',
    limits: staffLimits.reads,
    summary: 'A staff member with roles, proposals and sessions',
    params: byId,
    reply: envelope(details),
  },
  endPersonSession: {
    area: 'Staff',
    access: 'staff:staff:manage',
    limits: staffLimits.rareChanges,
    summary: 'End a session of a staff member',
    params: byId.extend({ session: z.uuid() }),
    reply: envelope(emptyData),
  },
  changePerson: {
    area: 'Staff',
    access: 'staff:staff:manage',
    limits: staffLimits.rareChanges,
    summary: 'Change roles or status; giving or taking the roles admin and dpo waits for a second administrator (201)',
    params: byId,
    body: z.strictObject({
      roles: z.array(roleGrant).min(1, 'Choose a role.').max(30).optional().describe('All that the person is to have.'),
      status: z.enum(['active', 'suspended', 'left']).optional(),
      version: z.number('Send the version that you saw.').int(),
    }),
    reply: envelope(z.object({ version: z.number().int(), proposal: z.string().optional() })),
  },
  decideProposal: {
    area: 'Staff',
    access: 'staff:staff:manage',
    limits: staffLimits.rareChanges,
    summary: 'Approve or decline a change of roles that another administrator has proposed',
    params: byId,
    body: z.strictObject({ decision: z.enum(['approve', 'decline']) }),
    reply: envelope(z.object({ state: z.enum(['approved', 'declined']) })),
  },
  sendStaffResetLink: {
    area: 'Staff',
    access: 'staff:staff:manage',
    limits: staffLimits.rareChanges,
    summary:
      'Email somebody a link to set up the sign-in again; using it removes password, authenticator app and passkeys of before',
    params: byId,
    body: z.strictObject({}).optional(),
    reply: envelope(emptyData),
  },
} as const satisfies Record<string, StaffContract>
