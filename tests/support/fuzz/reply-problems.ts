import { z } from 'zod'
import { errorReply, type Schema } from '#shared/api/contract.ts'
import type { RawResponse } from './send.ts'

const internals =
  /node_modules|\.[jt]s:\d|\bat \w+ \(|\b(select|insert into|update) .* (from|values|set) |pg_|postgres|drizzle|zod|ECONN|SQLSTATE|syntax error|violates|undefined|\[object/i

/** What is wrong with a reply, whatever was sent; @param reply the contract of a success */
export function findReplyProblems(
  { status, type, text, ms }: RawResponse,
  reply: Schema | undefined,
  maxReplyMs: number,
): string[] {
  const problems: string[] = []
  if (status >= 500) problems.push(`replied with ${status}`)
  if (ms > maxReplyMs) problems.push(`took ${Math.round(ms)} ms`)
  if (status >= 400) problems.push(...checkErrorReply(status, type, text))
  if (status < 300 && reply && type.includes('json') && !z.safeParse(reply, JSON.parse(text)).success)
    problems.push('replied otherwise than its contract says')
  return problems
}

function checkErrorReply(status: number, type: string, text: string): string[] {
  const read = type.includes('json') ? errorReply.strict().safeParse(JSON.parse(text)) : undefined
  if (!read?.success) return [`an error in another form: ${text.slice(0, 200)}`]
  const { statusCode, message, errors = [] } = read.data
  const leak = [message, ...errors.map((error) => error.message)].find((sentence) => internals.test(sentence))
  return [
    ...(statusCode === status ? [] : [`body says ${statusCode}, status is ${status}`]),
    ...(leak === undefined ? [] : [`leaked an internal: ${leak.slice(0, 200)}`]),
    ...(text.length > 64 * 1024 ? [`an error of ${text.length} characters`] : []),
  ]
}
