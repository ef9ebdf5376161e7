import { z } from 'zod'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'

export const staffFileContracts = {
  staffFile: {
    area: 'Staff: applications',
    access: 'staff:file:read',
    scope: 'applicant',
    limits: staffLimits.reads,
    summary: "An applicant's file; recorded in the audit log once an hour for each applicant",
    params: z.object({ id: z.uuid() }),
  },
} as const satisfies Record<string, StaffContract>
