import { type StaffApi, serveStaff } from '#server/http/staff/serve-staff.ts'
import type { AuditReader } from './service.ts'

export function registerAuditRoutes(api: StaffApi, { auditReader }: { auditReader: AuditReader }): void {
  serveStaff(api, 'staffAudit', async ({ query, principal }) => ({
    message: 'The audit log.',
    data: await auditReader.list(query, principal),
  }))
}
