import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import { acceptUploads, withUpload } from '#server/http/uploads/read-upload.ts'
import { settlementFile } from '#shared/staff/settlements.ts'
import type { ReconciliationService } from './days.ts'
import type { SettlementService } from './service.ts'

interface SettlementRouteOptions {
  settlements: SettlementService
  reconciliation: ReconciliationService
  clock: () => Date
}

export async function registerSettlementRoutes(api: StaffRoutes, options: SettlementRouteOptions): Promise<void> {
  const { settlements, reconciliation, clock } = options
  await api.app.register(async (scope) => registerUploads({ ...api, app: scope }, settlements))

  serve(api, 'staffSettlement', async ({ params, principal }) => ({
    message: 'The settlement.',
    data: await settlements.get(params.id, principal),
  }))

  serve(api, 'reconciledDays', async ({ query: { exercise, day }, principal }) => ({
    message: 'Payments and settlements by day.',
    data: { days: await reconciliation.list(exercise, day, principal), asOf: clock().toISOString() },
  }))

  serve(api, 'closeDay', async ({ params, body: { exercise: year, ...seen }, principal }) => {
    const data = await reconciliation.close({ year, day: params.day, ...seen }, principal)
    return { message: data.closing?.isClosed ? 'The day is closed.' : 'A second person approves it.', data }
  })

  serve(api, 'approveClosedDay', async ({ params, body: { exercise: year, ...seen }, principal }) => ({
    message: 'The day is closed.',
    data: await reconciliation.approve({ year, day: params.day, ...seen }, principal),
  }))
}

const { bytes: maxBytes } = settlementFile

function registerUploads(api: StaffRoutes, settlements: SettlementService): void {
  acceptUploads(api.app)

  serve(
    api,
    'checkSettlement',
    async ({ query: { exercise: year, firstDay, lastDay, ...mapping }, principal, request, reply }) => ({
      message: 'The file is checked. Nothing is stored yet.',
      data: await withUpload(
        { request, reply },
        (file) => settlements.check(file, { year, firstDay, lastDay, mapping }, principal),
        { maxBytes },
      ),
    }),
    { limiter: 'slow' },
  )

  serve(
    api,
    'importSettlement',
    async ({ query, principal, request, reply }) => {
      const { exercise: year, firstDay, lastDay, count, merchant, ...mapping } = query
      const options = { year, firstDay, lastDay, count, mapping, isConfirmed: merchant === 'confirmed' }
      return {
        message: 'The settlement is stored.',
        data: await withUpload({ request, reply }, (file) => settlements.apply(file, options, principal), { maxBytes }),
      }
    },
    { limiter: 'slow' },
  )
}
