import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { byId } from './requests.ts'

export const staffFileContracts = {
  staffFile: {
    area: 'Staff: applications',
    access: 'staff:file:read',
    scope: 'applicant',
    limits: staffLimits.reads,
    summary: "An applicant's file; recorded in the audit log once an hour for each applicant",
    params: byId,
  },
} as const satisfies Record<string, StaffContract>
