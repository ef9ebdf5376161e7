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

const transientCodes =
  /^(08...|57P0[123]|53[0-3]00|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
const transientMessages =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|cannot use a pool|is not queryable/i

/** The database is unreachable, full or restarting: the same request may succeed later. */
export const isUnavailable = (error: unknown) =>
  [...unwrapCauses(error)].some(
    ({ code = '', message = '' }) => transientCodes.test(code) || transientMessages.test(message),
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
