// The payment gateway for Remita.
import { trimTrailing } from '#shared/forms/trim.ts'
import { createProviderClient } from '../http-client.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { readGenerateReply, readStatusReply } from './remita-replies.ts'
import { authorizationHeader, formatAmount, type RemitaCredentials, signGenerate, signStatus } from './remita-wire.ts'

export interface RemitaOptions extends RemitaCredentials {
  /** Without a path, such as https://login.remita.net, or with another path than Remita's default. */
  baseUrl: string
  timeoutMs?: number
}

const defaultPath = '/remita/exapp/api/v1/send/api'
const servicePath = '/echannelsvc'

/** @throws Error when the base URL is malformed */
export function createRemitaGateway({ baseUrl, timeoutMs, ...credentials }: RemitaOptions): PaymentGateway {
  const call = createProviderClient({ baseUrl: withDefaultPath(baseUrl), timeoutMs })
  const { merchantId, serviceTypeId } = credentials

  const requestStatus = (reference: string, page: 'status.reg' | 'orderstatus.reg') => {
    const hash = signStatus(credentials, reference)
    return call({
      method: 'GET',
      path: `${servicePath}/${encodeURIComponent(merchantId)}/${encodeURIComponent(reference)}/${hash}/${page}`,
      headers: { 'Content-Type': 'application/json', Authorization: authorizationHeader(merchantId, hash) },
    })
  }

  return {
    async generateRrr({ orderId, amountKobo, payer, description }) {
      // The signature only holds for the amount exactly as it is sent.
      const amount = formatAmount(amountKobo)
      const response = await call({
        method: 'POST',
        path: `${servicePath}/merchant/api/paymentinit`,
        headers: {
          'Content-Type': 'application/json',
          Authorization: authorizationHeader(merchantId, signGenerate(credentials, { orderId, amount })),
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
      return readGenerateReply(response)
    },
    getStatus: async (rrr) => readStatusReply(await requestStatus(rrr, 'status.reg'), { rrr }),
    getStatusByOrder: async (orderId) => readStatusReply(await requestStatus(orderId, 'orderstatus.reg'), { orderId }),
  }
}

function withDefaultPath(baseUrl: string): string {
  const hasPath = new URL(baseUrl).pathname !== '/'
  return hasPath ? baseUrl : trimTrailing(baseUrl, '/') + defaultPath
}
