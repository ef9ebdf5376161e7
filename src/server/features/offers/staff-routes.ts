import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { FinalOutcomeService } from './final-outcomes.ts'

export function registerFinalOutcomeRoutes(
  api: StaffRoutes,
  { finalOutcomes }: { finalOutcomes: FinalOutcomeService },
): void {
  serve(api, 'finalOutcome', async ({ params, principal }) => ({
    message: 'The final outcome.',
    data: await finalOutcomes.describe(params.number, principal),
  }))

  serve(api, 'recordOutcome', async ({ params, body, principal }) => ({
    message: 'The outcome is recorded. Another person confirms it.',
    data: await finalOutcomes.record(params.number, body, principal),
  }))

  serve(api, 'confirmOutcome', async ({ params, body, principal }) => ({
    message: 'The outcome is confirmed. The applicant reads it once it is published.',
    data: await finalOutcomes.confirm(params.number, body, principal),
  }))

  serve(api, 'recordOutcomes', async ({ body, principal }) => ({
    message: 'The outcomes are recorded. Another person confirms them.',
    data: await finalOutcomes.recordMany(body, principal),
  }))

  serve(api, 'confirmOutcomes', async ({ body, principal }) => ({
    message: 'The outcomes are confirmed. The applicants read them once they are published.',
    data: await finalOutcomes.confirmMany(body, principal),
  }))
}
