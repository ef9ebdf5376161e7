import { auditList } from '#shared/lists/audit.ts'
import type { StaffContract } from '../contract.ts'
import { createListContract } from '../list-contract.ts'

export const staffAuditContracts = {
  staffAudit: createListContract(auditList, {
    area: 'Staff: audit log',
    summary: "What was done, newest first; administrators see the staff's own events, which concern no applicant",
  }),
} as const satisfies Record<string, StaffContract>
