// A minimal client of the protocol, for the tests and as an example.
import type { Journal } from '#simulators/http/journal.ts'
import { demoCredentials, generateHash, type MerchantCredentials, statusHash } from '../credentials.ts'

const basePath = '/remita/exapp/api/v1/send/api/echannelsvc'

/** @param url of the simulator */
export function createSampleMerchant(url: string, credentials: MerchantCredentials = demoCredentials) {
  const authorization = (hash: string) => `remitaConsumerKey=${credentials.merchantId},remitaConsumerToken=${hash}`
  const base = url + basePath

  const requestStatus = (reference: string, call: 'status.reg' | 'orderstatus.reg', init: RequestInit = {}) => {
    const hash = statusHash(credentials, reference)
    const path = `${credentials.merchantId}/${encodeURIComponent(reference)}/${hash}/${call}`
    return fetch(`${base}/${path}`, { headers: { authorization: authorization(hash) }, ...init })
  }

  const merchant = {
    /** Requests an RRR; `more` overrides parts of the body after the hash was computed. */
    generate(orderId: string, amount = '12500', more: Record<string, unknown> = {}, init: RequestInit = {}) {
      const { serviceTypeId } = credentials
      return fetch(`${base}/merchant/api/paymentinit`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: authorization(generateHash(credentials, { orderId, amount })),
        },
        body: JSON.stringify({
          serviceTypeId,
          amount,
          orderId,
          payerName: 'Adaeze Okonkwo',
          payerEmail: 'adaeze@example.com',
          payerPhone: '08031110001',
          description: 'Recruitment Application Fee',
          customFields: [{ name: 'User ID', value: 'RE24-00001', type: 'ALL' }],
          ...more,
        }),
        ...init,
      })
    },
    /** Requests an RRR and returns it. */
    async requestRrr(orderId: string, amount?: string): Promise<string> {
      const answer = await (await merchant.generate(orderId, amount)).text()
      const rrr = /\d{12}/.exec(answer)?.[0]
      if (!rrr) throw new Error(`No RRR in: ${answer}`)
      return rrr
    },
    status: (rrr: string, init?: RequestInit) => requestStatus(rrr, 'status.reg', init),
    orderStatus: (orderId: string, init?: RequestInit) => requestStatus(orderId, 'orderstatus.reg', init),
    /** Posts to a control of the simulator, such as `faults` or `pay`. */
    control: (name: string, body: unknown = {}) =>
      fetch(`${url}/simulator/${name}`, { method: 'POST', body: JSON.stringify(body) }),
    /** Reads from a control of the simulator, such as `orders`. */
    read: async (name: string): Promise<unknown> => (await fetch(`${url}/simulator/${name}`)).json(),
    /** The recorded requests, optionally of one call. */
    async requests(call = ''): Promise<ReturnType<Journal['read']>> {
      const answer = await fetch(`${url}/simulator/requests?call=${call}`)
      return (await answer.json()) as ReturnType<Journal['read']>
    },
  }
  return merchant
}
