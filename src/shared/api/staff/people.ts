import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { peopleList, staffProposal } from '#shared/lists/people.ts'
import { emptyData, envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { createListContract } from './list-contract.ts'
import { byId, seenVersion } from './requests.ts'
import { isSecondPerson } from './second-person.ts'
import { roleGrant } from './session.ts'

const details = peopleList.row.extend({
  proposals: z.array(staffProposal.extend({ isSecondPerson })),
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
  staffPeople: createListContract(peopleList, { area: 'Staff', summary: 'The staff with their roles, by name' }),
  staffPerson: {
    area: 'Staff',
    access: 'staff:staff:manage',
    scope: 'person',
    limits: staffLimits.reads,
    summary: 'A staff member with roles, proposals and sessions',
    params: byId,
    reply: envelope(details),
  },
  endPersonSession: {
    area: 'Staff',
    access: 'staff:staff:manage',
    scope: 'person',
    limits: staffLimits.rareChanges,
    summary: 'End a session of a staff member',
    params: byId.extend({ session: uuid() }),
    reply: envelope(emptyData),
  },
  changePerson: {
    area: 'Staff',
    access: 'staff:staff:manage',
    scope: 'person',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary:
      'Change roles or status; giving or taking a role that decides, approves or reveals waits for a second administrator (201)',
    params: byId,
    body: z.strictObject({
      roles: z.array(roleGrant).min(1, 'Choose a role.').max(30).optional().describe('All that the person is to have.'),
      status: z.enum(['active', 'suspended', 'left']).optional(),
      version: seenVersion,
    }),
    reply: envelope(z.object({ version: z.number().int(), proposal: z.string().optional() })),
    proposedStatus: 201,
  },
  decideProposal: {
    area: 'Staff',
    access: 'staff:staff:manage',
    scope: 'person',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary: 'Approve or decline a change of roles that another administrator has proposed',
    params: byId,
    body: z.strictObject({ decision: z.enum(['approve', 'decline']) }),
    reply: envelope(z.object({ state: z.enum(['approved', 'declined']) })),
  },
  sendStaffResetLink: {
    area: 'Staff',
    access: 'staff:staff:manage',
    scope: 'person',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary:
      'Email somebody a link to set up the sign-in again; using it removes password, authenticator app and passkeys of before',
    params: byId,
    body: z.strictObject({}).optional(),
    reply: envelope(emptyData),
  },
} as const satisfies Record<string, StaffContract>
