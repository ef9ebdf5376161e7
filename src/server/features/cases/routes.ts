import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { MoneyCaseStep } from '#shared/staff/money-cases.ts'
import type { MoneyCaseService } from './service.ts'

const messages: Readonly<Record<MoneyCaseStep, string>> = {
  ask: 'Remita is being asked. Its answer appears here.',
  explain: 'The case is explained.',
  propose_refund: 'The refund is proposed. Another person must approve it.',
  cancel_proposal: 'The proposal is cancelled. The case is open again.',
  approve_refund: 'The refund is approved. Accounts can pay it out.',
  record_refund: 'The refund is recorded as paid out.',
  propose_write_off: 'The write-off is proposed. Another person must approve it.',
  approve_write_off: 'The case is written off.',
}

export function registerMoneyCaseRoutes(api: StaffRoutes, { moneyCases }: { moneyCases: MoneyCaseService }): void {
  serve(api, 'moneyCase', async ({ params, principal }) => ({
    message: 'The money case.',
    data: await moneyCases.describe(params.id, principal),
  }))

  serve(api, 'stepMoneyCase', async ({ params, body, principal }) => ({
    message: messages[body.act],
    data: await moneyCases.takeStep(params.id, body, principal),
  }))

  serve(api, 'approveMoneyCase', async ({ params, body, principal }) => ({
    message: messages[body.act],
    data: await moneyCases.approve(params.id, body, principal),
  }))
}
