import { z } from 'zod'
import { emptyData, envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { byId } from './requests.ts'
import { newPassword, typedPassword } from './session.ts'

const area = 'Staff session'

const ownSession = z.object({
  id: z.string(),
  device: z.string(),
  network: z.string().nullable().describe('Truncated.'),
  startedAt: isoDateTime,
  lastSeenAt: isoDateTime,
  isThis: z.boolean().describe('The one of this request.'),
})
export type OwnStaffSession = z.infer<typeof ownSession>

export const staffOwnSignInContracts = {
  changeOwnPassword: {
    area,
    access: 'staff',
    scope: 'own account',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary: 'Change the own password; the other sessions of the person end',
    body: z.strictObject({ password: newPassword, currentPassword: typedPassword }),
    reply: envelope(emptyData),
  },
  ownStaffSessions: {
    area,
    access: 'staff',
    scope: 'own account',
    limits: staffLimits.reads,
    summary: 'Where the person is signed in, newest first',
    reply: envelope(z.object({ sessions: z.array(ownSession) })),
  },
  endOwnStaffSession: {
    area,
    access: 'staff',
    scope: 'own account',
    limits: staffLimits.rareChanges,
    summary: 'End another one of the own sessions',
    params: byId,
    reply: envelope(emptyData),
  },
  ownRecoveryCodes: {
    area,
    access: 'staff',
    scope: 'own account',
    limits: staffLimits.reads,
    summary: 'How many of the own recovery codes are left',
    reply: envelope(z.object({ left: z.number().int() })),
  },
  replaceRecoveryCodes: {
    area,
    access: 'staff',
    scope: 'own account',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary: 'Ten new recovery codes in place of the earlier ones; the other sessions of the person end',
    body: z.strictObject({}).optional(),
    reply: envelope(z.object({ recoveryCodes: z.array(z.string()).describe('Shown once; each works once.') })),
    replyStatus: 201,
  },
} as const satisfies Record<string, StaffContract>
