// The payment gateway as this feature uses it: every answer is recorded, and rejected credentials alert the staff.
import { alertStaff } from '#server/platform/audit/staff-alert.ts'
import type { GenerateAnswer, PaymentAnswer } from '#server/providers/payment/payment-gateway.ts'
import type { PaymentsDependencies } from './dependencies.ts'
import { isAboutOrder } from './status/payment-state.ts'
import { type Payer, type PaymentRecord, recordCheck, recordEvent } from './store.ts'

/** Shown by the payer's bank and in the provider's own email. */
const description = 'Recruitment Application Fee'

export interface RecordingGateway {
  generateRrr(payment: PaymentRecord, payer: Payer): Promise<GenerateAnswer>
  /** Asks by the RRR, or by the order while the RRR is not known. */
  getStatus(payment: PaymentRecord): Promise<PaymentAnswer>
}

/** Whether the provider said something about the payment, even that it does not know it. */
export const isDefinite = (answer: PaymentAnswer) => isAboutOrder(answer) || answer.kind === 'notFound'

export function createRecordingGateway(deps: PaymentsDependencies): RecordingGateway {
  const { gateway, clock } = deps
  const { db } = deps.database

  const alertIfRefused = async (answer: GenerateAnswer | PaymentAnswer) => {
    if (answer.kind === 'refused') await alertStaff(deps, 'payment_credentials_refused', { code: answer.code })
  }

  return {
    async generateRrr(payment, payer) {
      const answer = await gateway.generateRrr({
        orderId: payment.state.orderId,
        amountKobo: payment.state.dueKobo,
        payer: { name: payer.name, email: payer.email, phone: payer.phone },
        description,
      })
      await recordEvent(db, { payment, kind: 'answer', detail: { call: 'generate', ...answer }, at: clock() })
      await alertIfRefused(answer)
      return answer
    },

    async getStatus(payment) {
      const { rrr, orderId } = payment.state
      const answer = rrr ? await gateway.getStatus(rrr) : await gateway.getStatusByOrder(orderId)
      const at = clock()
      await db.transaction(async (tx) => {
        const call = rrr ? 'status' : 'order status'
        await recordEvent(tx, { payment, kind: 'answer', detail: { call, ...answer }, at })
        await recordCheck(tx, payment.id, isDefinite(answer) ? at : null)
      })
      await alertIfRefused(answer)
      return answer
    },
  }
}
