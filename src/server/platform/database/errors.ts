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

const transientSqlStates = /^(08...|25006|57P0[123]|53[0-3]00)$/
// EHOSTUNREACH, EHOSTDOWN and ENETUNREACH come from a machine or network that is switched off.
const transientSystemCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)(UNREACH|DOWN)|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
const transientMessages =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|cannot use a pool|is not queryable/i

/** The database is unreachable, full, read-only or restarting: the same request may succeed later. */
export const isUnavailable = (error: unknown) =>
  [...unwrapCauses(error)].some(
    ({ code = '', message = '' }) =>
      transientSqlStates.test(code) || transientSystemCodes.test(code) || transientMessages.test(message),
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
