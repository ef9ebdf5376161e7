import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { StaffService } from '../service.ts'

export function registerViewRoutes(api: StaffRoutes, { staff: { views } }: { staff: StaffService }): void {
  serve(api, 'staffViews', async ({ query, principal }) => ({
    message: 'Your views.',
    data: { rows: await views.list(query.list, principal) },
  }))

  serve(api, 'saveView', async ({ body, principal }) => ({
    message: 'The view is saved.',
    data: await views.save(body, principal),
  }))

  serve(api, 'deleteView', async ({ params, principal }) => {
    await views.delete(params.id, principal)
    return { message: 'The view is deleted.', data: {} }
  })
}
