import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { SelectionService } from './service.ts'

export function registerSelectionRoutes(api: StaffRoutes, { selections }: { selections: SelectionService }): void {
  serve(api, 'createSelection', async ({ body, principal }) => ({
    message: 'Selected.',
    data: await selections.create(body.filter, principal),
  }))

  serve(api, 'staffSelection', async ({ params, principal }) => ({
    message: 'The selection.',
    data: await selections.describe(params.id, principal),
  }))
}
