// `POST …/merchant/api/paymentinit`: an RRR for an order (remita.md, section 1).
import { z } from 'zod'
import type { Answer } from '../http/reply.ts'
import type { Asked } from '../http/serve.ts'
import { type Credentials, generateHash, readAuthorization } from './credentials.ts'
import type { GenerateFault } from './faults.ts'
import type { OrderBook } from './orders.ts'
import { koboOf, type Wrapper, wrapped } from './wire.ts'

const requestSchema = z.object({
  serviceTypeId: z.string(),
  amount: z.string(),
  orderId: z.string().min(1).max(100),
  payerName: z.string().min(1),
  payerEmail: z.string().min(1),
  payerPhone: z.string(),
  description: z.string(),
  customFields: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
})

/** The answer to one request; an order that is accepted is in the book before this resolves. */
export async function generate(
  asked: Asked,
  fault: GenerateFault | undefined,
  { credentials, orders, save }: { credentials: Credentials; orders: OrderBook; save: () => Promise<void> },
): Promise<Answer> {
  const wrapper = fault?.wrapper ?? 'jsonp'
  const refuse = (statuscode: string, status: string) => answer({ statuscode, RRR: '', status }, wrapper)

  const request = requestSchema.safeParse(jsonOf(asked.body))
  if (!request.success) return refuse('999', `Invalid request: ${z.prettifyError(request.error)}`)
  const { serviceTypeId, orderId, amount, ...payer } = request.data

  const caller = readAuthorization(asked.headers.authorization)
  // The hash is made of what the caller sent, so that a wrong service type is told apart from a wrong key.
  const due =
    caller && generateHash({ merchantId: caller.merchantId, serviceTypeId, apiKey: credentials.apiKey }, request.data)
  if (!caller || caller.hash !== due) return refuse('020', 'Invalid Authentication')
  if (caller.merchantId !== credentials.merchantId || serviceTypeId !== credentials.serviceTypeId) {
    return refuse('023', 'Service type or Merchant Does not Exist')
  }
  if (fault?.code) return refuse(fault.code, 'Request could not be processed')

  const kobo = koboOf(amount)
  if (!kobo) return refuse('999', 'Invalid amount')
  if (orders.byOrderId(orderId)) return duplicate(fault?.duplicateAs ?? '028', wrapper)

  const order = orders.open({ serviceTypeId, orderId, kobo, ...payer })
  await save()
  return answer(
    {
      statuscode: '025',
      RRR: fault?.emptyRrr ? '' : order.rrr,
      ...(fault?.extraOrderId && { orderID: orderId }),
      status: 'Payment Reference generated',
    },
    wrapper,
  )
}

function duplicate(code: '028' | '055' | 'DUPLICATE_REQUEST', wrapper: Wrapper): Answer {
  if (code === 'DUPLICATE_REQUEST') return answer({ status: code, statusMessage: 'Duplicate Order Ref' }, wrapper)
  return answer({ statuscode: code, RRR: '', status: 'Duplicate Order Ref' }, wrapper)
}

function answer(value: object, wrapper: Wrapper): Answer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: wrapped(value, wrapper) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
