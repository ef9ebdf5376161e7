// Reads the errors of PostgreSQL and its driver, which the query builder wraps as `cause`.

interface DriverError {
  name?: string
  code?: string
  severity?: string
  constraint?: string
  message?: string
  cause?: unknown
}

function* unwrapCauses(error: unknown): Iterable<DriverError> {
  for (let current = error; current instanceof Error; current = (current as DriverError).cause)
    yield current as DriverError
}

/** Whether the statement failed on this constraint or unique index. */
export const violatesConstraint = (error: unknown, constraint: string) =>
  [...unwrapCauses(error)].some((cause) => cause.constraint === constraint)

/** The role lacks the right to do this. */
export const isPermissionDenied = (error: unknown) => [...unwrapCauses(error)].some(({ code }) => code === '42501')

/** SQLSTATE of a write to a standby, a demoted primary, or a database that an administrator has closed for writing. */
export const readOnlyCode = '25006'

const connectionSqlStates = /^(08...|57P0[123])$/
// 57014: a statement was still waiting at its time limit, such as for a synchronous standby that is gone. 40P01: a deadlock.
// 26000 and 42P05: a pooler in transaction mode, which lets prepared statements of other sessions meet.
const transientSqlStates = /^(25006|53[0-3]00|57014|40P01|26000|42P05)$/
// EHOSTUNREACH, EHOSTDOWN and ENETUNREACH come from a machine or network that is switched off.
const connectionSystemCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)(UNREACH|DOWN)|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
const connectionMessages = /connection terminated|is not queryable/i
const poolTimeoutMessage = /timeout exceeded when trying to connect/i
const transientMessages = /query read timeout|cannot use a pool/i

const someCause = (error: unknown, matches: (cause: Required<Pick<DriverError, 'code' | 'message'>>) => boolean) =>
  [...unwrapCauses(error)].some(({ code = '', message = '' }) => matches({ code, message }))

const describesLostConnection = ({ code = '', message = '' }: DriverError) =>
  connectionSqlStates.test(code) || connectionSystemCodes.test(code) || connectionMessages.test(message)

/**
 * The connection was refused or cut: the database, or the way to it, is gone or restarting. Other errors may have the same
 * causes, such as a file store's, so only the query builder's are unwrapped.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isWrapped = error.message.startsWith('Failed query') && error.cause instanceof Error
  return describesLostConnection((isWrapped ? error.cause : error) as DriverError)
}

/** A write to a database that is read-only; it has not done anything. */
export const isReadOnly = (error: unknown) => someCause(error, ({ code }) => code === readOnlyCode)

/** No connection of the pool became free in time. */
export const isPoolTimeout = (error: unknown) => someCause(error, ({ message }) => poolTimeoutMessage.test(message))

/** Whether a prepared statement was not that of its session: a pooler is in transaction mode. */
export const isForeignSession = ({ code }: { code?: string | undefined }) => code === '26000' || code === '42P05'

/** The database is unreachable, full, read-only, restarting or too slow: the same request may succeed later. */
export const isUnavailable = (error: unknown) =>
  isPoolTimeout(error) ||
  someCause(
    error,
    (cause) =>
      describesLostConnection(cause) || transientSqlStates.test(cause.code) || transientMessages.test(cause.message),
  )

export interface DatabaseErrorDescription {
  name: string
  code?: string
  sqlstate?: string
  constraint?: string
}

/** An error and its causes for a log line. No messages: they may repeat a statement's parameters, and so personal data. */
export const describeError = (error: unknown): DatabaseErrorDescription[] =>
  [...unwrapCauses(error)].map(({ name = 'Error', code, severity, constraint }) => ({
    name,
    // Only errors of the database server have a severity.
    ...(code !== undefined && (severity === undefined ? { code } : { sqlstate: code })),
    ...(constraint !== undefined && { constraint }),
  }))

/**
 * The messages of an error and its causes in one line, without the statement that failed. For the start and for commands,
 * never for the log of requests: messages of PostgreSQL may repeat values.
 */
export function explainStartError(error: unknown): string {
  const messages = [...unwrapCauses(error)]
    // The query builder's message is the statement with its parameters; the driver's error is its cause.
    .filter(({ cause, message = '' }) => !(cause && message.startsWith('Failed query:')))
    // Node.js reports several refused addresses as one error without a message.
    .map(({ message, code, name }) => message || code || name || '')
  return joinSentences([...new Set(messages)]) || String(error)
}

const joinSentences = (sentences: string[]) =>
  sentences.map((one, index) => (index < sentences.length - 1 ? one.replace(/\.$/, '') : one)).join(': ')
