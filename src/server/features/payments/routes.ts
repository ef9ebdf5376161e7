import type { Pool } from 'pg'
import { quota } from '#server/platform/api/rate-limits.ts'
import { type Api, serve } from '#server/platform/api/serve.ts'
import type { Db } from '#server/platform/database/connection.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { nairaOf } from '#shared/policy/money.ts'
import type { Means } from './dependencies.ts'
import { notificationRoute } from './notification-route.ts'
import { paymentPresenter } from './presenter.ts'
import { paymentService } from './service.ts'

interface Options extends Means {
  database: { db: Db; pool: Pool }
}

export function paymentRoutes(api: Api, options: Options): void {
  const payments = paymentService(options)
  // Each may cause a call to the provider.
  const verifications = quota(options.database.pool, { name: 'verify_payment', free: 30, seconds: 60 })

  serve(
    api,
    'generateRrr',
    async ({ caller: { accountId }, body: { amount, regenerate = false } }) => ({
      message: notices.payment.generated,
      data: { RRR: await payments.generate({ accountId, amountNaira: amount, regenerate }) },
    }),
    { gate: 'others' },
  )

  serve(
    api,
    'verifyPayment',
    async ({ caller: { accountId }, query: { rrr } }) => {
      await verifications.take(accountId)
      const { state } = await payments.verify(accountId, rrr)
      const { verified } = notices.payment
      return {
        message: verified,
        data: {
          status: '00' as const,
          message: verified,
          RRR: state.rrr,
          amount: nairaOf(state.paidKobo),
          paidAt: state.paidAt.toISOString(),
        },
      }
    },
    { gate: 'others' },
  )

  serve(api, 'myPayment', async ({ caller }) => ({
    message: 'Your payment.',
    data: paymentPresenter(await payments.own(caller.accountId)),
  }))

  notificationRoute(api, payments)
}
