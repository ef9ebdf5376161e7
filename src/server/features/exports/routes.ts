import { filePolicy } from '#server/http/headers.ts'
import { serve, serveRaw } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { ExportService } from './service.ts'

export function registerExportRoutes(api: StaffRoutes, { exports }: { exports: ExportService }): void {
  serve(api, 'makeExport', async ({ body, principal }) => ({
    message: 'The file is being made.',
    data: { id: await exports.request(body, principal) },
  }))

  serve(api, 'staffExports', async ({ query, principal }) => ({
    message: 'The exports.',
    data: await exports.list(query, principal),
  }))

  serve(api, 'staffExport', async ({ params, principal }) => ({
    message: 'The export.',
    data: await exports.describe(params.id, principal),
  }))

  serveRaw(
    api,
    'exportContent',
    async ({ params, principal, reply }) => {
      const { name, type, size, content } = await exports.openFile(params.id, principal)
      reply
        .headers({
          'content-security-policy': filePolicy,
          'content-disposition': `attachment; filename="${name}"`,
          'content-length': size,
        })
        .type(type)
      return content
    },
    { limiter: 'slow' },
  )

  serve(api, 'cancelExport', async ({ params, principal }) => {
    await exports.cancel(params.id, principal)
    return { message: 'The export is cancelled.', data: {} }
  })
}
