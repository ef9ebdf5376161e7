import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { serve } from '#server/http/serve.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { toNaira } from '#shared/policy/money.ts'
import { registerNotificationRoute } from './notification-route.ts'
import type { PaymentsService } from './service.ts'

interface PaymentRouteOptions {
  payments: PaymentsService
  clock: () => Date
}

export function registerPaymentRoutes(api: ApplicantRoutes, { payments, clock }: PaymentRouteOptions): void {
  serve(
    api,
    'generateRrr',
    async ({ principal: { accountId }, body: { amount, regenerate = false } }) => ({
      message: messages.payment.generated,
      data: { RRR: await payments.generateRrr({ accountId, amountNaira: amount, regenerate }) },
    }),
    { limiter: 'slow' },
  )

  serve(
    api,
    'verifyPayment',
    async ({ principal: { accountId }, query: { rrr } }) => {
      const { state } = await payments.verify(accountId, rrr)
      const { verified } = messages.payment
      return {
        message: verified,
        data: {
          status: '00' as const,
          message: verified,
          RRR: state.rrr,
          amount: toNaira(state.paidKobo),
          paidAt: state.paidAt.toISOString(),
        },
      }
    },
    { limiter: 'slow' },
  )

  serve(api, 'myPayment', async ({ principal }) => ({
    message: 'Your payment.',
    data: await payments.getCurrent(principal.accountId),
  }))

  registerNotificationRoute(api, payments, clock)
}
