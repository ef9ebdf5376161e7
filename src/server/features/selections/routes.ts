import { type StaffApi, serveStaff } from '#server/http/staff/serve-staff.ts'
import type { SelectionService } from './service.ts'

export function registerSelectionRoutes(api: StaffApi, { selections }: { selections: SelectionService }): void {
  serveStaff(api, 'createSelection', async ({ body, principal }) => ({
    message: 'Selected.',
    data: await selections.create(body.filter, principal),
  }))

  serveStaff(api, 'staffSelection', async ({ params, principal }) => ({
    message: 'The selection.',
    data: await selections.describe(params.id, principal),
  }))
}
