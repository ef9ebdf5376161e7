// Why staff do something, in their words.
import { z } from 'zod'
import { describeMaxLength } from './text-limits.ts'

/** In characters. */
export const maxReason = 500

/** A reason that may be left out. */
export const optionalReason = z.string().trim().max(maxReason, describeMaxLength(maxReason))

/** Asks for a reason in a sentence, such as "Say why". */
export const askReason = (request: string) =>
  z
    .string(`${request}.`)
    .trim()
    .min(10, `${request}, in at least 10 characters.`)
    .max(maxReason, describeMaxLength(maxReason))

export const typedReason = askReason('Say why')
