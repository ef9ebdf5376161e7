// Reads what PostgreSQL and its driver say, through the layers that wrap it.

interface DriverError {
  code?: string
  constraint?: string
  message?: string
  cause?: unknown
}

function* chain(error: unknown): Iterable<DriverError> {
  for (let at = error; at instanceof Error; at = (at as DriverError).cause) yield at as DriverError
}

/** Whether the statement failed on this constraint or unique index. */
export const violates = (error: unknown, constraint: string) =>
  [...chain(error)].some((at) => at.constraint === constraint)

const away = /^(08...|57P0[123]|53[0-3]00|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
const awayWords =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|cannot use a pool|is not queryable/i

/** Whether the database is away, full or restarting, so that the same request may succeed later. */
export const isAway = (error: unknown) =>
  [...chain(error)].some((at) => away.test(at.code ?? '') || awayWords.test(at.message ?? ''))

/** The chain's codes for a log line: never the statement or its parameters. */
export const failureCodes = (error: unknown) =>
  [...chain(error)].map((at) => [at.code, at.constraint].filter(Boolean).join(':')).filter((code) => code !== '')
