import { expect, test } from 'vitest'
import { failureCodes, isAway } from './errors.ts'

const withCode = (code: string) => Object.assign(new Error('…'), { code })

test.each([
  ['a connection refused', withCode('ECONNREFUSED')],
  ['a shutdown', withCode('57P01')],
  ['a recovery', withCode('57P03')],
  ['too many connections', withCode('53300')],
  ['a full disk', withCode('53100')],
  ['a frozen database', new Error('Query read timeout')],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ['a connection that broke earlier', new Error('Client has encountered a connection error and is not queryable')],
])('%s passes by itself, also behind the layers that wrap it', (_what, error) => {
  expect(isAway(error)).toBe(true)
  expect(isAway(new Error('Failed query', { cause: error }))).toBe(true)
})

test.each([['23505'], ['42P01'], ['22P02']])('%s is a fault of ours and does not pass by itself', (code) => {
  expect(isAway(new Error('Failed query', { cause: withCode(code) }))).toBe(false)
  expect(failureCodes(new Error('Failed query', { cause: withCode(code) }))).toEqual([code])
})
