import { z } from 'zod'
import { emailList } from '#shared/lists/emails.ts'
import { envelope } from '../../contract.ts'
import type { StaffContract } from '../contract.ts'
import { staffLimits } from '../limits.ts'
import { createListContract } from '../list-contract.ts'
import { byId, byUserId } from '../requests.ts'

export const staffEmailContracts = {
  staffEmails: createListContract(emailList, {
    area: 'Staff: emails',
    summary: 'Every email that the portal has begun to send, filtered and in pages',
  }),
  emailAddress: {
    area: 'Staff: emails',
    access: 'staff:account:recover',
    scope: 'applicant',
    limits: staffLimits.rareChanges,
    summary: 'The address of an email, which the audit log records',
    params: byId,
    reply: envelope(z.object({ address: z.string().nullable() })),
  },
  resendEmail: {
    area: 'Staff: emails',
    access: 'staff:account:recover',
    scope: 'applicant',
    limits: staffLimits.rareChanges,
    summary: 'Send an email of an applicant again; the first one with a new initial password',
    params: byUserId.extend(byId.shape),
    body: z.strictObject({}).optional(),
    reply: envelope(z.object({})),
  },
} as const satisfies Record<string, StaffContract>
