import { describe, expect, test } from 'vitest'
import type { ProviderResponse } from '../http-client.ts'
import { readGenerateReply, readStatusReply } from './remita-replies.ts'

const createResponse = (body: unknown, status = 200): ProviderResponse => ({
  kind: 'answered',
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
})

const pending = {
  amount: 31500.0,
  RRR: '160358730447',
  orderId: '529319384014',
  message: 'Transaction Pending',
  transactiontime: '2019-12-11 12:00:00 AM',
  status: '021',
}
const paid = { ...pending, paymentDate: '2018-06-08 06:02:06 PM', message: 'Approved', status: '01' }
const order = { rrr: '160358730447', orderId: '529319384014', amountKobo: 3_150_000 }
const expected = { rrr: order.rrr }

describe('generate', () => {
  test.each([
    'jsonp ({"statuscode":"025","RRR":"280007982070","status":"Payment Reference generated"})',
    'jsonp({"statuscode":"025","RRR":"280007982070","status":"Payment Reference generated"});',
    '{"statuscode":"025","rrr":280007982070,"orderID":"a-1","status":"Payment Reference generated"}',
  ])('issues the RRR of %s', (text) => {
    expect(readGenerateReply(createResponse(text))).toEqual({ kind: 'issued', rrr: '280007982070' })
  })

  test.each(['', '28000798207', 'null'])('does not accept %j as an RRR', (RRR) => {
    const answer = readGenerateReply(createResponse({ statuscode: '025', RRR, status: 'Payment Reference generated' }))
    expect(answer).toEqual({ kind: 'unknown', reason: 'incomplete', detail: '025' })
  })

  test.each(['027', '028', '036', '055'])('reports a duplicate order for %s', (statuscode) => {
    expect(readGenerateReply(createResponse({ statuscode, RRR: '' }))).toEqual({ kind: 'duplicate', code: statuscode })
  })

  test('reports a duplicate order for the status text too', () => {
    const answer = readGenerateReply(
      createResponse({ status: 'DUPLICATE_REQUEST', statusMessage: 'Duplicate Order Ref' }, 400),
    )
    expect(answer).toEqual({ kind: 'duplicate', code: 'DUPLICATE_REQUEST' })
  })

  test.each(['013', '020', '022', '023', '024', '026', '033', '043', '044', '074'])(
    'is refused by %s, with 200 or 4xx',
    (statuscode) => {
      const body = `jsonp ({"statuscode":"${statuscode}","RRR":"","status":"Service type or Merchant Does not Exist"})`
      expect(readGenerateReply(createResponse(body))).toEqual({ kind: 'refused', code: statuscode })
      expect(readGenerateReply(createResponse(body, 401))).toEqual({ kind: 'refused', code: statuscode })
    },
  )

  test.each(['998', '999', '777', '00', '021', '02', 'constructor'])('is unknown with %s', (statuscode) => {
    const answer = readGenerateReply(createResponse({ statuscode, RRR: '280007982070' }))
    expect(answer).toEqual({ kind: 'unknown', reason: 'unknown_code', detail: statuscode })
  })
})

describe('status', () => {
  test.each(['00', '01'])('%s is paid, with its time', (status) => {
    expect(readStatusReply(createResponse({ ...paid, status }), expected)).toEqual({
      kind: 'paid',
      ...order,
      code: status,
      paidAt: new Date('2018-06-08T17:02:06Z'),
    })
  })

  test('a paid order without a date or with a channel is paid too', () => {
    const { paymentDate: _, ...undated } = paid
    const answer = readStatusReply(createResponse({ ...undated, channnel: 'BRANCH' }), expected)
    expect(answer).toMatchObject({ kind: 'paid', paidAt: null, channel: 'BRANCH' })
  })

  test.each(['021', '025', '040', '041', '045'])('%s is pending', (status) => {
    expect(readStatusReply(createResponse({ ...pending, status }), expected)).toEqual({
      kind: 'pending',
      ...order,
      code: status,
    })
    const unpriced = createResponse({ ...pending, status, amount: 0 })
    expect(readStatusReply(unpriced, expected)).toMatchObject({ kind: 'pending', amountKobo: 0 })
  })

  test.each(['02', '012', '046', '059'])('%s is a failed attempt', (status) => {
    expect(readStatusReply(createResponse({ ...pending, status }), expected)).toEqual({
      kind: 'failed',
      ...order,
      code: status,
    })
  })

  test.each(['022', '026', '074'])('%s is not found, though the order is empty', (status) => {
    const none = { amount: 0, RRR: '', orderId: '', message: 'Invalid RRR', transactiontime: '', status }
    expect(readStatusReply(createResponse(none), expected)).toEqual({ kind: 'notFound', code: status })
  })

  test.each(['013', '020', '023', '024', '033', '043', '044'])('%s means wrong credentials', (status) => {
    expect(readStatusReply(createResponse({ status, message: 'no' }, 403), expected)).toEqual({
      kind: 'refused',
      code: status,
    })
  })

  test.each(['998', '999', '028', '1', 'SUCCESS', '__proto__'])('%s is unknown', (status) => {
    const answer = readStatusReply(createResponse({ ...paid, status }), expected)
    expect(answer).toEqual({ kind: 'unknown', reason: 'unknown_code', detail: status })
  })

  test.each(['RRR', 'orderId', 'amount'] as const)('paid without its %s is not paid', (missing) => {
    const answer = readStatusReply(createResponse({ ...paid, [missing]: null }), expected)
    expect(answer).toEqual({ kind: 'unknown', reason: 'incomplete', detail: '01' })
  })

  test('paid for another RRR or order than expected is not paid', () => {
    const other = { kind: 'unknown', reason: 'other_order', detail: '01' }
    expect(readStatusReply(createResponse(paid), { rrr: '999999999999' })).toEqual(other)
    expect(readStatusReply(createResponse(paid), { orderId: 'mine' })).toEqual(other)
    expect(readStatusReply(createResponse(paid), { orderId: order.orderId })).toMatchObject({ kind: 'paid' })
  })

  test('JSONP is read too', () => {
    expect(readStatusReply(createResponse(`jsonp (${JSON.stringify(paid)});`), expected)).toMatchObject({
      kind: 'paid',
    })
  })
})

describe('neither paid nor failed', () => {
  test.each<[string, ProviderResponse, object]>([
    ['a timeout', { kind: 'timeout' }, { reason: 'timeout' }],
    ['no connection', { kind: 'unreachable', code: 'ECONNREFUSED' }, { reason: 'unreachable', detail: 'ECONNREFUSED' }],
    ['a redirect', { kind: 'redirected', status: 302 }, { reason: 'redirected', detail: '302' }],
    ['a response that is too large', { kind: 'tooLarge' }, { reason: 'too_large' }],
    ['HTTP 500, even with a good body', createResponse(paid, 500), { reason: 'server_error', detail: '500' }],
    ['HTTP 503', createResponse('<html>', 503), { reason: 'server_error', detail: '503' }],
    ['HTML', createResponse('<!DOCTYPE html><html></html>'), { reason: 'unreadable', detail: '200' }],
    ['nothing', createResponse(''), { reason: 'unreadable', detail: '200' }],
    ['a JSON text', createResponse('"01"'), { reason: 'unreadable', detail: '200' }],
    ['a list', createResponse([paid]), { reason: 'unreadable', detail: '200' }],
    ['no code', createResponse({ ...paid, status: '' }), { reason: 'unreadable', detail: '200' }],
    ['404 without a code', createResponse('Not Found', 404), { reason: 'unreadable', detail: '404' }],
  ])('%s', (_what, answer, unknown) => {
    expect(readStatusReply(answer, expected)).toEqual({ kind: 'unknown', ...unknown })
    expect(readGenerateReply(answer)).toEqual({ kind: 'unknown', ...unknown })
  })

  test('a long code is cut short', () => {
    const answer = readGenerateReply(createResponse({ statuscode: '9'.repeat(5000) }))
    expect(answer).toEqual({ kind: 'unknown', reason: 'unknown_code', detail: '9'.repeat(40) })
  })
})
