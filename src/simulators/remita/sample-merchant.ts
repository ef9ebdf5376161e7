// A merchant's side of the protocol in its simplest form: the tests ask with it, and a client can be read off it.
import type { Journal } from '../http/journal.ts'
import { type Credentials, demoCredentials, generateHash, statusHash } from './credentials.ts'

const BASE = '/remita/exapp/api/v1/send/api/echannelsvc'

/** @param url where the simulator is */
export function sampleMerchant(url: string, credentials: Credentials = demoCredentials) {
  const authorization = (hash: string) => `remitaConsumerKey=${credentials.merchantId},remitaConsumerToken=${hash}`
  const base = url + BASE

  const ask = (reference: string, call: 'status.reg' | 'orderstatus.reg', init: RequestInit = {}) => {
    const hash = statusHash(credentials, reference)
    const path = `${credentials.merchantId}/${encodeURIComponent(reference)}/${hash}/${call}`
    return fetch(`${base}/${path}`, { headers: { authorization: authorization(hash) }, ...init })
  }

  const merchant = {
    /** Asks for an RRR; `more` overrides parts of the body after the hash was made. */
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
    /** Asks for an RRR and takes it out of the answer. */
    async rrrFor(orderId: string, amount?: string): Promise<string> {
      const answer = await (await merchant.generate(orderId, amount)).text()
      const rrr = /\d{12}/.exec(answer)?.[0]
      if (!rrr) throw new Error(`No RRR in: ${answer}`)
      return rrr
    },
    status: (rrr: string, init?: RequestInit) => ask(rrr, 'status.reg', init),
    orderStatus: (orderId: string, init?: RequestInit) => ask(orderId, 'orderstatus.reg', init),
    /** Posts to a control of the simulator, such as `faults` or `pay`. */
    control: (name: string, body: unknown = {}) =>
      fetch(`${url}/simulator/${name}`, { method: 'POST', body: JSON.stringify(body) }),
    /** Reads from a control of the simulator, such as `orders`. */
    read: async (name: string): Promise<unknown> => (await fetch(`${url}/simulator/${name}`)).json(),
    /** What was asked so far; the entries only of one call when it is named. */
    async requests(call = ''): Promise<ReturnType<Journal['read']>> {
      const answer = await fetch(`${url}/simulator/requests?call=${call}`)
      return (await answer.json()) as ReturnType<Journal['read']>
    },
  }
  return merchant
}
