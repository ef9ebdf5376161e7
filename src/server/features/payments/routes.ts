import type { Pool } from 'pg'
import { createRateLimiter } from '#server/platform/api/rate-limits.ts'
import { type Api, serve } from '#server/platform/api/serve.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { toNaira } from '#shared/policy/money.ts'
import { registerNotificationRoute } from './notification-route.ts'
import { presentPayment } from './presenter.ts'
import type { PaymentsService } from './service.ts'

interface PaymentRouteOptions {
  payments: PaymentsService
  database: { pool: Pool }
}

export function registerPaymentRoutes(api: Api, { payments, database }: PaymentRouteOptions): void {
  // Each verification may call the provider.
  const verifications = createRateLimiter(database.pool, {
    name: 'verify_payment',
    limit: 30,
    windowSeconds: 60,
  })

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
      await verifications.consume(accountId)
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
    data: presentPayment(await payments.getCurrent(principal.accountId)),
  }))

  registerNotificationRoute(api, payments)
}
