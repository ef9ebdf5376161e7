import { type StaffApi, serveStaff, serveStaffRaw } from '#server/http/staff/serve-staff.ts'
import type { AuditReader } from './service.ts'

export function registerAuditRoutes(api: StaffApi, { auditReader }: { auditReader: AuditReader }): void {
  serveStaff(api, 'staffAudit', async ({ query, principal }) => ({
    message: 'The audit log.',
    data: await auditReader.list(query, principal),
  }))

  serveStaffRaw(api, 'staffAuditFile', async ({ query, principal, reply }) =>
    reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit-log.csv"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(await auditReader.formatFile(query, principal)),
  )
}
