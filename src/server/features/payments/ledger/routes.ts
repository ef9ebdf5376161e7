import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { LedgerService } from './service.ts'

export function registerLedgerRoutes(api: StaffRoutes, { ledger }: { ledger: LedgerService }): void {
  serve(api, 'ledgerTotals', async ({ query, principal }) => ({
    message: 'What the ledger adds up to.',
    data: await ledger.sum(query, principal),
  }))

  serve(api, 'revenue', async ({ query, principal }) => ({
    message: 'What Remita has received.',
    data: await ledger.readRevenue(query, principal),
  }))
}
