// `POST …/merchant/api/paymentinit`: an RRR for an order (remita.md, section 1).
import { z } from 'zod'
import type { SimulatorResponse } from '../http/reply.ts'
import type { SimulatorRequest } from '../http/server.ts'
import { generateHash, type MerchantCredentials, readAuthorization } from './credentials.ts'
import type { GenerateFault } from './faults.ts'
import type { OrderStore } from './orders.ts'
import { parseKobo, type Wrapper, wrapJson } from './wire.ts'

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

/** An accepted order is saved before this resolves. */
export async function answerGenerate(
  request: SimulatorRequest,
  fault: GenerateFault | undefined,
  { credentials, orders, save }: { credentials: MerchantCredentials; orders: OrderStore; save: () => Promise<void> },
): Promise<SimulatorResponse> {
  const wrapper = fault?.wrapper ?? 'jsonp'
  const reject = (statuscode: string, status: string) => createResponse({ statuscode, RRR: '', status }, wrapper)

  const parsed = requestSchema.safeParse(parseJson(request.body))
  if (!parsed.success) return reject('999', `Invalid request: ${z.prettifyError(parsed.error)}`)
  const { serviceTypeId, orderId, amount, ...payer } = parsed.data

  const rejection = checkCredentials(request, parsed.data, credentials)
  if (rejection) return reject(...rejection)
  if (fault?.code) return reject(fault.code, 'Request could not be processed')

  const kobo = parseKobo(amount)
  if (!kobo) return reject('999', 'Invalid amount')
  if (orders.byOrderId(orderId)) return rejectDuplicate(fault?.duplicateAs ?? '028', wrapper)

  const order = orders.add({ serviceTypeId, orderId, kobo, ...payer })
  await save()
  return createResponse(
    {
      statuscode: '025',
      RRR: fault?.emptyRrr ? '' : order.rrr,
      ...(fault?.extraOrderId && { orderID: orderId }),
      status: 'Payment Reference generated',
    },
    wrapper,
  )
}

/** The code and text of a rejection; undefined when the credentials are correct. */
function checkCredentials(
  { headers }: SimulatorRequest,
  order: { serviceTypeId: string; orderId: string; amount: string },
  credentials: MerchantCredentials,
): [string, string] | undefined {
  const sender = readAuthorization(headers.authorization)
  if (!sender) return ['020', 'Invalid Authentication']
  // The hash covers what was sent, so a wrong service type is distinguished from a wrong key.
  const { serviceTypeId } = order
  const hash = generateHash({ merchantId: sender.merchantId, serviceTypeId, apiKey: credentials.apiKey }, order)
  if (sender.hash !== hash) return ['020', 'Invalid Authentication']
  const isKnown = sender.merchantId === credentials.merchantId && serviceTypeId === credentials.serviceTypeId
  return isKnown ? undefined : ['023', 'Service type or Merchant Does not Exist']
}

function rejectDuplicate(code: '028' | '055' | 'DUPLICATE_REQUEST', wrapper: Wrapper): SimulatorResponse {
  if (code === 'DUPLICATE_REQUEST')
    return createResponse({ status: code, statusMessage: 'Duplicate Order Ref' }, wrapper)
  return createResponse({ statuscode: code, RRR: '', status: 'Duplicate Order Ref' }, wrapper)
}

function createResponse(value: object, wrapper: Wrapper): SimulatorResponse {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: wrapJson(value, wrapper) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
