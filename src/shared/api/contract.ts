// A contract says what a call takes, what it answers and who may call it. Routes, OpenAPI and the web client's types derive from it.
import { z } from 'zod'
import type { CallLimits } from './applicant/limits.ts'

/**
 * Access levels (not cumulative):
 * - `public`: anybody
 * - `provider`: the payment provider; not authenticated, so its content is not trusted
 * - `session`: any session, also before the issued password was changed
 * - `applicant`: a session whose password was changed
 * - `paid`: an applicant who has paid
 * - `reader`: a session, or the cookie that only allows to read files
 */
export type Access = 'public' | 'provider' | 'session' | 'applicant' | 'paid' | 'reader'

export interface Contract {
  readonly access: Access
  readonly limits: CallLimits
  readonly summary: string
  readonly area: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The body for readers of the API's description, where code validates more than `body` can say. */
  readonly describedBody?: z.ZodType
  /** The whole successful answer; absent when it is not JSON. */
  readonly reply?: z.ZodType
  readonly replyStatus?: 200 | 201
}

/** A successful answer, in both envelopes of the specification. */
export const envelope = <D extends z.ZodType, M extends z.ZodRawShape = Record<never, never>>(data: D, more?: M) =>
  z.object({
    status: z.literal('success'),
    success: z.literal(true),
    statusCode: z.number().int(),
    message: z.string(),
    ...((more ?? {}) as M),
    data,
  })

export const emptyData = z.object({})

export const errorReply = z.object({
  status: z.literal('error'),
  success: z.literal(false),
  statusCode: z.number().int(),
  code: z.string().describe('Stable name of the error.'),
  message: z.string(),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('One for each field that was refused.'),
  data: z.unknown().optional(),
})
export type ErrorReply = z.infer<typeof errorReply>

/** ISO 8601, UTC. */
export const isoDateTime = z.iso.datetime()
/** Naira; up to two decimals. */
export const nairaAmount = z.number().nonnegative()
