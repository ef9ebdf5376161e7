import { type StaffApi, serveStaff } from '#server/http/staff/serve-staff.ts'
import type { StaffService } from '../service.ts'

export function registerViewRoutes(api: StaffApi, { staff: { views } }: { staff: StaffService }): void {
  serveStaff(api, 'staffViews', async ({ query, principal }) => ({
    message: 'Your views.',
    data: { rows: await views.list(query.list, principal) },
  }))

  serveStaff(api, 'saveView', async ({ body, principal }) => ({
    message: 'The view is saved.',
    data: await views.save(body, principal),
  }))

  serveStaff(api, 'deleteView', async ({ params, principal }) => {
    await views.delete(params.id, principal)
    return { message: 'The view is deleted.', data: {} }
  })
}
