import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import { paymentCheckOutcomes } from '#shared/staff/labels/payments.ts'
import type { StaffPaymentService } from './staff-payments.ts'

export function registerStaffPaymentRoutes(
  api: StaffRoutes,
  { staffPayments }: { staffPayments: StaffPaymentService },
): void {
  serve(api, 'staffPayment', async ({ params, principal }) => ({
    message: 'The payment.',
    data: await staffPayments.describe(params.rrr, principal),
  }))

  serve(
    api,
    'checkPayment',
    async ({ params, principal }) => {
      const data = await staffPayments.check(params.rrr, principal)
      return { message: paymentCheckOutcomes[data.outcome], data }
    },
    { limiter: 'slow' },
  )
}
