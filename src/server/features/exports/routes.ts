import { type StaffApi, serveStaff, serveStaffRaw } from '#server/http/staff/serve-staff.ts'
import type { ExportService } from './service.ts'

export function registerExportRoutes(api: StaffApi, { exports }: { exports: ExportService }): void {
  serveStaff(api, 'makeExport', async ({ body, principal }) => ({
    message: 'The file is being made.',
    data: { id: await exports.request(body, principal) },
  }))

  serveStaff(api, 'staffExports', async ({ query, principal }) => ({
    message: 'The exports.',
    data: await exports.list(query, principal),
  }))

  serveStaff(api, 'staffExport', async ({ params, principal }) => ({
    message: 'The export.',
    data: await exports.describe(params.id, principal),
  }))

  serveStaffRaw(
    api,
    'exportContent',
    async ({ params, principal, reply }) => {
      const { name, type, size, content } = await exports.openFile(params.id, principal)
      return reply
        .headers({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
          'content-disposition': `attachment; filename="${name}"`,
          'content-length': size,
        })
        .type(type)
        .send(content)
    },
    { limiter: 'slow' },
  )

  serveStaff(api, 'cancelExport', async ({ params, principal }) => {
    await exports.cancel(params.id, principal)
    return { message: 'The export is cancelled.', data: {} }
  })
}
