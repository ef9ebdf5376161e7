import { serve, serveRaw } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import { acceptUploads, withUpload } from '#server/http/uploads/read-upload.ts'
import type { AccountImports } from './file/account-imports.ts'

export async function registerImportRoutes(api: StaffRoutes, { imports }: { imports: AccountImports }): Promise<void> {
  await api.app.register(async (scope) => registerUploadImportRoute({ ...api, app: scope }, imports))

  serve(api, 'staffImports', async ({ query, principal }) => ({
    message: 'The lists that were uploaded.',
    data: { rows: await imports.list(query, principal) },
  }))

  serve(api, 'checkApplicant', async ({ query, body, principal }) => ({
    message: 'The applicant is checked. Nothing is issued yet.',
    data: await imports.checkOne(body, query.exercise, principal),
  }))

  serve(api, 'staffImport', async ({ params, principal }) => ({
    message: 'The list.',
    data: await imports.describe(params.id, principal),
  }))

  serveRaw(api, 'importErrors', async ({ params, principal, reply }) => {
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="lines-with-errors.csv"',
    })
    return imports.formatErrors(params.id, principal)
  })

  serve(api, 'applyImport', async ({ params, body, principal }) => ({
    message: 'The accounts are being issued.',
    data: await imports.apply(params.id, body.count, principal),
  }))

  serve(api, 'discardImport', async ({ params, query, principal }) => {
    await imports.discard(params.id, query.state, principal)
    return { message: 'The list is discarded.', data: {} }
  })
}

function registerUploadImportRoute(api: StaffRoutes, imports: AccountImports) {
  acceptUploads(api.app)
  serve(
    api,
    'uploadImport',
    async ({ query, principal, request, reply }) => {
      const data = await withUpload({ request, reply }, (list) =>
        imports.check({ ...list, year: query.exercise }, principal),
      )
      return { message: 'The list is checked. Nothing is issued yet.', data }
    },
    { limiter: 'slow' },
  )
}
