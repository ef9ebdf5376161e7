import { describe, expect, test } from 'vitest'
import type { OutgoingAnswer } from '../http-client.ts'
import { readGenerate, readStatus } from './remita-replies.ts'

const answered = (body: unknown, status = 200): OutgoingAnswer => ({
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
const asked = { rrr: order.rrr }

describe('generate', () => {
  test.each([
    'jsonp ({"statuscode":"025","RRR":"280007982070","status":"Payment Reference generated"})',
    'jsonp({"statuscode":"025","RRR":"280007982070","status":"Payment Reference generated"});',
    '{"statuscode":"025","rrr":280007982070,"orderID":"a-1","status":"Payment Reference generated"}',
  ])('issues the RRR of %s', (text) => {
    expect(readGenerate(answered(text))).toEqual({ kind: 'issued', rrr: '280007982070' })
  })

  test.each(['', '28000798207', 'null'])('does not take %j for an RRR', (RRR) => {
    const answer = readGenerate(answered({ statuscode: '025', RRR, status: 'Payment Reference generated' }))
    expect(answer).toEqual({ kind: 'unknown', reason: 'incomplete', detail: '025' })
  })

  test.each(['027', '028', '036', '055'])('tells by %s that the order exists already', (statuscode) => {
    expect(readGenerate(answered({ statuscode, RRR: '' }))).toEqual({ kind: 'duplicate', code: statuscode })
  })

  test('tells so by a word too', () => {
    const answer = readGenerate(answered({ status: 'DUPLICATE_REQUEST', statusMessage: 'Duplicate Order Ref' }, 400))
    expect(answer).toEqual({ kind: 'duplicate', code: 'DUPLICATE_REQUEST' })
  })

  test.each(['013', '020', '022', '023', '024', '026', '033', '043', '044', '074'])(
    'is refused by %s, with 200 or 4xx',
    (statuscode) => {
      const body = `jsonp ({"statuscode":"${statuscode}","RRR":"","status":"Service type or Merchant Does not Exist"})`
      expect(readGenerate(answered(body))).toEqual({ kind: 'refused', code: statuscode })
      expect(readGenerate(answered(body, 401))).toEqual({ kind: 'refused', code: statuscode })
    },
  )

  test.each(['998', '999', '777', '00', '021', '02', 'constructor'])('is unknown with %s', (statuscode) => {
    const answer = readGenerate(answered({ statuscode, RRR: '280007982070' }))
    expect(answer).toEqual({ kind: 'unknown', reason: 'unknown_code', detail: statuscode })
  })
})

describe('status', () => {
  test.each(['00', '01'])('%s is paid, with the moment', (status) => {
    expect(readStatus(answered({ ...paid, status }), asked)).toEqual({
      kind: 'paid',
      ...order,
      code: status,
      paidAt: new Date('2018-06-08T17:02:06Z'),
    })
  })

  test('a paid order without a date or with a channel is paid too', () => {
    const { paymentDate: _, ...undated } = paid
    const answer = readStatus(answered({ ...undated, channnel: 'BRANCH' }), asked)
    expect(answer).toMatchObject({ kind: 'paid', paidAt: null, channel: 'BRANCH' })
  })

  test.each(['021', '025', '040', '041', '045'])('%s is pending', (status) => {
    expect(readStatus(answered({ ...pending, status }), asked)).toEqual({ kind: 'pending', ...order, code: status })
  })

  test.each(['02', '012', '046', '059'])('%s is a failed attempt', (status) => {
    expect(readStatus(answered({ ...pending, status }), asked)).toEqual({ kind: 'failed', ...order, code: status })
  })

  test.each(['022', '026', '074'])('%s is not found, though the order is empty', (status) => {
    const none = { amount: 0, RRR: '', orderId: '', message: 'Invalid RRR', transactiontime: '', status }
    expect(readStatus(answered(none), asked)).toEqual({ kind: 'notFound', code: status })
  })

  test.each(['013', '020', '023', '024', '033', '043', '044'])('%s is a matter of credentials', (status) => {
    expect(readStatus(answered({ status, message: 'no' }, 403), asked)).toEqual({ kind: 'refused', code: status })
  })

  test.each(['998', '999', '028', '1', 'SUCCESS', '__proto__'])('%s is unknown', (status) => {
    const answer = readStatus(answered({ ...paid, status }), asked)
    expect(answer).toEqual({ kind: 'unknown', reason: 'unknown_code', detail: status })
  })

  test.each(['RRR', 'orderId', 'amount'] as const)('paid without its %s is not paid', (missing) => {
    const answer = readStatus(answered({ ...paid, [missing]: null }), asked)
    expect(answer).toEqual({ kind: 'unknown', reason: 'incomplete', detail: '01' })
  })

  test('paid for another RRR or another order than was asked about is not paid', () => {
    const other = { kind: 'unknown', reason: 'other_order', detail: '01' }
    expect(readStatus(answered(paid), { rrr: '999999999999' })).toEqual(other)
    expect(readStatus(answered(paid), { orderId: 'mine' })).toEqual(other)
    expect(readStatus(answered(paid), { orderId: order.orderId })).toMatchObject({ kind: 'paid' })
  })

  test('JSONP is read as well', () => {
    expect(readStatus(answered(`jsonp (${JSON.stringify(paid)});`), asked)).toMatchObject({ kind: 'paid' })
  })
})

describe('neither paid nor failed', () => {
  test.each<[string, OutgoingAnswer, object]>([
    ['no answer in time', { kind: 'timeout' }, { reason: 'timeout' }],
    ['no connection', { kind: 'unreachable', code: 'ECONNREFUSED' }, { reason: 'unreachable', detail: 'ECONNREFUSED' }],
    ['a redirect', { kind: 'redirected', status: 302 }, { reason: 'redirected', detail: '302' }],
    ['too long an answer', { kind: 'tooLarge' }, { reason: 'too_large' }],
    ['HTTP 500, even with a good body', answered(paid, 500), { reason: 'server_error', detail: '500' }],
    ['HTTP 503', answered('<html>', 503), { reason: 'server_error', detail: '503' }],
    ['HTML', answered('<!DOCTYPE html><html></html>'), { reason: 'unreadable', detail: '200' }],
    ['nothing', answered(''), { reason: 'unreadable', detail: '200' }],
    ['a JSON text', answered('"01"'), { reason: 'unreadable', detail: '200' }],
    ['a list', answered([paid]), { reason: 'unreadable', detail: '200' }],
    ['no code', answered({ ...paid, status: '' }), { reason: 'unreadable', detail: '200' }],
    ['404 without a code', answered('Not Found', 404), { reason: 'unreadable', detail: '404' }],
  ])('%s', (_what, answer, unknown) => {
    expect(readStatus(answer, asked)).toEqual({ kind: 'unknown', ...unknown })
    expect(readGenerate(answer)).toEqual({ kind: 'unknown', ...unknown })
  })

  test('a code of any length is kept short', () => {
    const answer = readGenerate(answered({ statuscode: '9'.repeat(5000) }))
    expect(answer).toEqual({ kind: 'unknown', reason: 'unknown_code', detail: '9'.repeat(40) })
  })
})
