// The payment provider as this feature asks it: every answer is recorded, and trouble with our credentials reaches the staff.
import { alertStaff } from '#server/platform/audit/staff-alert.ts'
import type { GenerateAnswer, PaymentAnswer } from '#server/providers/payment/payment-gateway.ts'
import type { Means } from './dependencies.ts'
import { isAboutOrder } from './status/payment-state.ts'
import { addEvent, noteCheck, type Payer, type Payment } from './store.ts'

/** What the payer's bank and the provider's own mail show; the purpose of the payment page (specification, section 2). */
const description = 'Recruitment Application Fee'

export interface Provider {
  generate(payment: Payment, payer: Payer): Promise<GenerateAnswer>
  /** By the RRR; by the order as long as the RRR is not known. */
  statusOf(payment: Payment): Promise<PaymentAnswer>
}

/** Whether the provider said something about the payment, be it that it knows none. */
export const isDefinite = (answer: PaymentAnswer) => isAboutOrder(answer) || answer.kind === 'notFound'

export function recordedProvider(means: Means): Provider {
  const { gateway, clock } = means
  const { db } = means.database

  const alertOf = async (answer: GenerateAnswer | PaymentAnswer) => {
    if (answer.kind === 'refused') await alertStaff(means, 'payment_credentials_refused', { code: answer.code })
  }

  return {
    async generate(payment, payer) {
      const answer = await gateway.generate({
        orderId: payment.state.orderId,
        amountKobo: payment.state.dueKobo,
        payer: { name: payer.name, email: payer.email, phone: payer.phone },
        description,
      })
      await addEvent(db, { payment, kind: 'answer', detail: { call: 'generate', ...answer }, at: clock() })
      await alertOf(answer)
      return answer
    },

    async statusOf(payment) {
      const { rrr, orderId } = payment.state
      const answer = rrr ? await gateway.statusOf(rrr) : await gateway.statusOfOrder(orderId)
      const at = clock()
      await db.transaction(async (tx) => {
        const call = rrr ? 'status' : 'order status'
        await addEvent(tx, { payment, kind: 'answer', detail: { call, ...answer }, at })
        await noteCheck(tx, payment.id, isDefinite(answer) ? at : null)
      })
      await alertOf(answer)
      return answer
    },
  }
}
