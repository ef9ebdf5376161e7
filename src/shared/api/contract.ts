// A contract says what a call takes, what it answers and who may call it. Routes, OpenAPI and the clients' types derive from it.
import { z } from 'zod'

/** At most this many requests in this many seconds. */
export interface Rate {
  count: number
  seconds: number
  /**
   * Counted in the database for all servers together, so it holds for guesses and emails. Any other rate is counted in the
   * memory of each server, which costs no query: it only keeps one client from using up a server.
   */
  isShared?: true
}

export interface CallLimits {
  /** The largest body. */
  bodyBytes: number
  /** Counted before the body is read. */
  perAccount?: Rate
  /** Counted before the session is looked up. The networks around an IPv6 address have larger allowances. */
  perNetwork?: Rate
  /** Requests of one account that one server accepts at the same time. */
  concurrent?: number
}

/** Without the methods of `z.ZodType`, with which the compiler would compare each of hundreds of schemas. */
export type Schema = z.core.$ZodType

/** @template Access who may call, in the words of the audience */
export interface Contract<Access extends string = string> {
  readonly access: Access
  /** Needs a sign-in within the last five minutes; 403 `fresh_sign_in_required` otherwise. */
  readonly fresh?: true
  readonly limits: CallLimits
  readonly summary: string
  readonly area: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** The body for readers of the API's description, where code validates more than `body` can say. */
  readonly describedBody?: Schema
  /** The whole successful answer; absent when it is not JSON. */
  readonly reply?: Schema
  readonly replyStatus?: 200 | 201
  /** What a handler may answer instead: a change was only proposed. */
  readonly proposedStatus?: 201
}

/** All contracts of an audience, by the names of its calls. */
export type ContractTable = Readonly<Record<string, Contract>>

type RequestPart = 'params' | 'query' | 'body'
type SchemaOf<C, P extends string> = C extends Record<P, infer S extends Schema> ? S : never
/** As the client sends it. */
export type RequestInput<C, P extends RequestPart> = z.input<SchemaOf<C, P>>
/** As the server gets it, after validation. */
export type ParsedRequest<C, P extends RequestPart> = z.output<SchemaOf<C, P>>
/** The whole successful answer. */
export type Reply<C> = z.output<SchemaOf<C, 'reply'>>

/** A successful answer, in both envelopes of the specification. */
export const envelope = <D extends Schema, M extends z.ZodRawShape = Record<never, never>>(data: D, more?: M) =>
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
