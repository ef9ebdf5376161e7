import { expect, test } from 'vitest'
import { describeError, explainStartError, isConnectionLost, isUnavailable } from './errors.ts'

const withCode = (code: string) => Object.assign(new Error('…'), { code })

test.each([
  ['a connection refused', withCode('ECONNREFUSED')],
  ['a shutdown', withCode('57P01')],
  ['a recovery', withCode('57P03')],
  ['too many connections', withCode('53300')],
  ['a full disk', withCode('53100')],
  ['a write to a database that is read-only', withCode('25006')],
  ['a machine that is switched off', withCode('EHOSTUNREACH')],
  ['a machine that does not answer on its network', withCode('EHOSTDOWN')],
  ['a network that is down', withCode('ENETUNREACH')],
  ['a statement that its time limit ended, such as one that waits for a standby that is gone', withCode('57014')],
  ['a deadlock', withCode('40P01')],
  ["another session's prepared statement, behind a pooler in transaction mode", withCode('26000')],
  ['a frozen database', new Error('Query read timeout')],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ['a connection that broke earlier', new Error('Client has encountered a connection error and is not queryable')],
])('%s means that the database is unavailable, also when the error is wrapped', (_what, error) => {
  expect(isUnavailable(error)).toBe(true)
  expect(isUnavailable(new Error('Failed query', { cause: error }))).toBe(true)
})

test.each([
  ['a connection that was cut', withCode('57P01'), true],
  ['a connection refused', withCode('ECONNREFUSED'), true],
  ['a connection that took too long', new Error('Connection terminated due to connection timeout'), true],
  ['a frozen database, whose answer was waited for', new Error('Query read timeout'), false],
  ['a full disk', withCode('53100'), false],
  ['too many connections', withCode('53300'), false],
  ['a read-only database', withCode('25006'), false],
])('%s: whether the connection was lost', (_what, error, isLost) => {
  expect(isConnectionLost(new Error('Failed query', { cause: error }))).toBe(isLost)
})

test("another system's lost connection is not the database's", () => {
  const refused = withCode('ECONNREFUSED')
  expect(isConnectionLost(new Error('The file store is unavailable.', { cause: refused }))).toBe(false)
  expect(isConnectionLost(new TypeError('fetch failed', { cause: refused }))).toBe(false)
})

test.each(['ECONNREFUSED', undefined, null])('%s that is thrown is no lost connection', (thrown) => {
  expect(isConnectionLost(thrown)).toBe(false)
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

test("an error at the start is explained by the driver's messages, without the statement", () => {
  const driver = Object.assign(new Error('unsupported startup parameter: statement_timeout'), { code: '08P01' })
  const query = new Error('Failed query: select 1\nparams: 20241101', { cause: driver })
  expect(explainStartError(query)).toBe('unsupported startup parameter: statement_timeout')
  expect(explainStartError(new Error('The database may not be migrated.', { cause: query }))).toBe(
    'The database may not be migrated: unsupported startup parameter: statement_timeout',
  )
})

test('addresses that all refuse are explained by their code', () => {
  const refused = Object.assign(new AggregateError([new Error('…')]), { code: 'ECONNREFUSED' })
  expect(explainStartError(refused)).toBe('ECONNREFUSED')
})
