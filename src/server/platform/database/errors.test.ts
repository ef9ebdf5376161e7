import { expect, test } from 'vitest'
import { describeError, isUnavailable } from './errors.ts'

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
])('%s means that the database is unavailable, also when the error is wrapped', (_what, error) => {
  expect(isUnavailable(error)).toBe(true)
  expect(isUnavailable(new Error('Failed query', { cause: error }))).toBe(true)
})

test.each([['23505'], ['42P01'], ['22P02']])('%s is an error of ours: the database is available', (code) => {
  expect(isUnavailable(new Error('Failed query', { cause: withCode(code) }))).toBe(false)
})

test('an error is described by the names and codes of its chain, without its messages', () => {
  const fromServer = Object.assign(new Error('Key (email)=(ada@example.org) already exists.'), {
    name: 'DatabaseError',
    severity: 'ERROR',
    code: '23505',
    constraint: 'accounts_email_unique',
  })
  expect(describeError(new Error('Failed query', { cause: fromServer }))).toEqual([
    { name: 'Error' },
    { name: 'DatabaseError', sqlstate: '23505', constraint: 'accounts_email_unique' },
  ])
  expect(describeError(withCode('ECONNREFUSED'))).toEqual([{ name: 'Error', code: 'ECONNREFUSED' }])
})
