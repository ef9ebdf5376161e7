// The payment gateway over Remita's wire protocol.
import { outgoing } from '../http-client.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { readGenerate, readStatus } from './remita-replies.ts'
import { authorization, generateHash, nairaText, type RemitaCredentials, statusHash } from './remita-wire.ts'

export interface RemitaSettings extends RemitaCredentials {
  /** The host alone, such as https://login.remita.net, or with another path than Remita's usual one. */
  baseUrl: string
  timeLimitMs?: number
}

const USUAL_PATH = '/remita/exapp/api/v1/send/api'
const SERVICE = '/echannelsvc'

/** @throws Error at once when the base URL is malformed */
export function remita({ baseUrl, timeLimitMs, ...credentials }: RemitaSettings): PaymentGateway {
  const call = outgoing({ baseUrl: withUsualPath(baseUrl), ...(timeLimitMs && { timeLimitMs }) })
  const { merchantId, serviceTypeId } = credentials

  const status = (reference: string, page: 'status.reg' | 'orderstatus.reg') => {
    const hash = statusHash(credentials, reference)
    return call({
      method: 'GET',
      path: `${SERVICE}/${encodeURIComponent(merchantId)}/${encodeURIComponent(reference)}/${hash}/${page}`,
      headers: { 'Content-Type': 'application/json', Authorization: authorization(merchantId, hash) },
    })
  }

  return {
    async generate({ orderId, amountKobo, payer, description }) {
      // One text for both: the signature holds only for exactly what is sent.
      const amount = nairaText(amountKobo)
      const answer = await call({
        method: 'POST',
        path: `${SERVICE}/merchant/api/paymentinit`,
        headers: {
          'Content-Type': 'application/json',
          Authorization: authorization(merchantId, generateHash(credentials, { orderId, amount })),
        },
        body: JSON.stringify({
          serviceTypeId,
          amount,
          orderId,
          payerName: payer.name,
          payerEmail: payer.email,
          payerPhone: payer.phone,
          description,
        }),
      })
      return readGenerate(answer)
    },
    statusOf: async (rrr) => readStatus(await status(rrr, 'status.reg'), { rrr }),
    statusOfOrder: async (orderId) => readStatus(await status(orderId, 'orderstatus.reg'), { orderId }),
  }
}

function withUsualPath(baseUrl: string): string {
  const hasPath = URL.canParse(baseUrl) && new URL(baseUrl).pathname !== '/'
  return hasPath ? baseUrl : baseUrl.replace(/\/+$/, '') + USUAL_PATH
}
