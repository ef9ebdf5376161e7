import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { filePolicy } from '#server/http/headers.ts'
import { serve, serveRaw } from '#server/http/serve.ts'
import { getDataExportUrl } from '#shared/api/applicant/calls.ts'
import type { DataExport } from '#shared/api/applicant/data-exports.ts'
import type { DataExportRow } from './export-store.ts'
import type { DataExportService } from './service.ts'

interface Options {
  dataExports: DataExportService
}

export function registerDataExportRoutes(api: ApplicantRoutes, { dataExports }: Options): void {
  serve(api, 'dataExport', async ({ principal: { accountId } }) => ({
    message: 'The copy of your data.',
    data: present(await dataExports.getCurrent(accountId)),
  }))

  serve(api, 'requestDataExport', async ({ principal: { accountId } }) => ({
    message: 'Your data is being prepared.',
    data: present(await dataExports.request(accountId)),
  }))

  serveRaw(
    api,
    'downloadDataExport',
    async ({ principal: { accountId }, params: { id }, reply }) => {
      const { userId, size, content } = await dataExports.openDownload(accountId, id)
      reply
        .headers({
          'content-security-policy': filePolicy,
          'content-disposition': `attachment; filename="your-data-${userId.replaceAll(/[^\w-]/g, '_')}.zip"`,
          'content-length': size,
        })
        .type('application/zip')
      return content
    },
    { limiter: 'slow' },
  )
}

function present(row: DataExportRow | null): DataExport {
  if (!row) return { status: 'none', requestedAt: null, url: null, size: null, expiresAt: null }
  const { id, status, requestedAt, size, expiresAt } = row
  return {
    status,
    requestedAt: requestedAt.toISOString(),
    url: status === 'ready' ? getDataExportUrl(id) : null,
    size,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
