// Makes a route of a contract, for any audience: check its limits, authorize, validate, handle, reply in the common form.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { AnyCallName } from '#shared/api/applicant/all-calls.ts'
import type { ApplicantAccess } from '#shared/api/applicant/contract.ts'
import { apiBase, type Method } from '#shared/api/calls.ts'
import type { CallLimits, Contract, ContractTable, ParsedRequest, Reply } from '#shared/api/contract.ts'
import type { StaffCallName } from '#shared/api/staff/calls.ts'
import type { StaffAccess } from '#shared/api/staff/contract.ts'
import { AppError } from '../app-error.ts'
import type { ConcurrencyLimiter } from '../load/concurrency-limiter.ts'
import type { ProtectedCookie } from './cookies.ts'
import { getSerializer } from './json-schema.ts'
import type { CallLimiters } from './limits/call-limiter.ts'
import type { Refusal, RefusedPrincipal } from './refusal.ts'
import { createRequestParser } from './validation.ts'

export type RunWork = <T>(work: () => Promise<T>) => Promise<T>

/** For work that must not run twice. */
const runOnce: RunWork = (work) => work()

/** What an audience may ask about the call that is served. */
export interface ServedCall {
  name: string
  method: Method
  contract: Contract
}

/**
 * Finds the live session of a token, and in the same round trip to the database what the call sends; null without one.
 * @param query not validated yet
 */
export type FindSession<P> = (token: string, query: unknown) => Promise<P | null>

/** Those who call: where their calls are listed, and how their requests are admitted. */
export interface Audience<Contracts extends ContractTable, P> {
  contracts: Contracts
  getCall(name: keyof Contracts & string): { method: Method; path: string }
  /** What browsers send by themselves. */
  cookie: ProtectedCookie
  /** Runs what admits a request. */
  admit: RunWork
  limiters: {
    /** Requests that take as long as this server and its database need. */
    standard: ConcurrencyLimiter
    /** Requests that may wait for a slow network, a provider or a password hash, and must not delay the others. */
    slow: ConcurrencyLimiter
  }
  /** Keeps the work of one person to a part of the places of `standard`. */
  limitShare?: (id: string, work: () => Promise<unknown>) => Promise<unknown>
  /** Retries idempotent work after a short outage of the database. */
  retryOnOutage: RunWork
  /** @throws Error for a contract that lacks what this audience asks for: such a server does not start */
  assertComplete?(call: ServedCall): void
  /** Whether calling again does no harm. */
  isRepeatable(call: ServedCall): boolean
  /** @throws AppError for a request from where this call does not answer */
  checkOrigin(request: FastifyRequest, call: ServedCall): void
  /** @returns null where the call needs no session @throws AppError without a session */
  authenticate(request: FastifyRequest, call: ServedCall, findSession?: FindSession<P>): Promise<P | null>
  /** @throws AppError when the principal may not make this request */
  authorize(principal: P, request: FastifyRequest, call: ServedCall): void
  /** By which the principal's requests are counted. */
  getCountedId(principal: P): string
  /** How a refusal names who was refused. */
  identify(principal: P | null): RefusedPrincipal
}

/** What routes are made with. */
export interface RouteContext<Contracts extends ContractTable, P> {
  app: FastifyInstance
  audience: Audience<Contracts, P>
  callLimiters: CallLimiters
  /** Called for every refusal; decides whether the audit log records it. */
  recordRefusal: (refusal: Refusal) => void
}

interface CallContext<C, P> {
  params: ParsedRequest<C, 'params'>
  query: ParsedRequest<C, 'query'>
  body: ParsedRequest<C, 'body'>
  principal: C extends { access: 'public' | 'provider' } ? null : P
  request: FastifyRequest
  reply: FastifyReply
}

/** Message, data and what else the contract lists; the common fields are added here. */
type HandlerReply<C> = Omit<Reply<C>, 'status' | 'success' | 'statusCode'>

interface RouteOptions<P> {
  limiter?: 'standard' | 'slow'
  findSession?: FindSession<P>
}

type JsonContract = Contract & Required<Pick<Contract, 'reply'>>
type JsonCallName<T extends ContractTable> = { [N in keyof T]: T[N] extends JsonContract ? N : never }[keyof T] & string

/** Registers a call that replies with JSON in the common form. */
export function serve<T extends ContractTable, P, N extends JsonCallName<T>, Q extends P = P>(
  context: RouteContext<T, P>,
  name: N,
  handler: (call: CallContext<T[N], Q>) => Promise<HandlerReply<T[N]>>,
  options: RouteOptions<Q> = {},
): void {
  const { reply: schema, replyStatus: status = 200, proposedStatus } = context.audience.contracts[name] as JsonContract
  const statuses = [status, ...(proposedStatus ? [proposedStatus] : [])]
  const serialization = {
    // Of which replies the serialiser is.
    schema: { response: Object.fromEntries(statuses.map((one) => [one, { type: 'object' }])) },
    serializerCompiler: () => (reply: unknown) => getSerializer(schema)(reply),
  }
  addRoute(context, name, options, serialization, async (call) => {
    const reply = await handler(call as CallContext<T[N], Q>)
    const sent = call.reply.statusCode === proposedStatus ? proposedStatus : status
    call.reply.code(sent)
    return { status: 'success', success: true, statusCode: sent, ...reply }
  })
}

/** Undefined where there is none, as with status 304. */
export type RawContent = string | Buffer | Readable | undefined

/**
 * Registers a call whose reply is not JSON, or is JSON text already. The handler sets the headers and returns the content, which
 * is sent once the work has given back its place: who loads it over a slow line must not keep others waiting. Text is what the
 * contract's schema would have to parse and serialise again for each request: stored answers (`myApplication`, `draft`,
 * `saveDraft`) and what is the same for everybody (`exercise`, `states`). Their handlers build it field by field, and the tests
 * compare it with the contract.
 */
export function serveRaw<T extends ContractTable, P, N extends keyof T & string, Q extends P = P>(
  context: RouteContext<T, P>,
  name: N,
  handler: (call: CallContext<T[N], Q>) => Promise<RawContent>,
  options: RouteOptions<Q> = {},
): void {
  addRoute(context, name, options, undefined, (call) => handler(call as CallContext<T[N], Q>))
}

interface UntypedContext {
  params: unknown
  query: unknown
  body: unknown
  principal: unknown
  request: FastifyRequest
  reply: FastifyReply
}

function addRoute<T extends ContractTable, P, Q extends P>(
  { app, audience, callLimiters, recordRefusal }: RouteContext<T, P>,
  name: keyof T & string,
  { limiter = 'standard', findSession }: RouteOptions<Q>,
  serialization: Pick<RouteShorthandOptions, 'schema' | 'serializerCompiler'> | undefined,
  handle: (call: UntypedContext) => Promise<unknown>,
) {
  const contract = audience.contracts[name] as Contract
  const { method, path } = audience.getCall(name)
  const served: ServedCall = { name, method, contract }
  audience.assertComplete?.(served)
  const { access, limits, fresh } = contract
  const call = name as AnyCallName | StaffCallName
  const principals = new WeakMap<FastifyRequest, P | null>()
  const callLimiter = callLimiters.create(name, limits)
  const parseRequest = createRequestParser(contract)
  const run = audience.isRepeatable(served) ? audience.retryOnOutage : runOnce
  const workLimiter = audience.limiters[limiter]
  async function admit(request: FastifyRequest, reply: FastifyReply) {
    audience.checkOrigin(request, served)
    await callLimiter.countNetwork(request.ip)
    const principal = await audience.authenticate(request, served, findSession)
    principals.set(request, principal)
    if (!principal) return
    // Before what may refuse it, so that refusals are limited too.
    const id = audience.getCountedId(principal)
    await callLimiter.countAccount(id)
    audience.authorize(principal, request, served)
    const leave = callLimiter.enter?.(id)
    // Who has left meanwhile closes nothing any more.
    if (reply.raw.closed) leave?.()
    else if (leave) reply.raw.once('close', leave)
  }
  app.route({
    method,
    url: `${apiBase}${path}`,
    config: { call, access: access as ApplicantAccess | StaffAccess, limits, limiter, ...(fresh && { fresh }) },
    bodyLimit: limits.bodyBytes,
    ...serialization,
    // Before the body is read, so that a rejected request costs nothing more.
    onRequest: (request, reply) => audience.admit(() => admit(request, reply)),
    onError: async (request, _reply, error) => {
      if (!(error instanceof AppError)) return
      const principal = audience.identify(principals.get(request) ?? null)
      recordRefusal({ call, error, principal, address: request.ip })
    },
    handler: async (request, reply) => {
      const principal = principals.get(request)
      const call = { ...parseRequest(request), principal, request, reply }
      const work = () => workLimiter.run(() => run(() => handle(call)))
      if (limiter === 'slow' || !principal || !audience.limitShare) return work()
      return audience.limitShare(audience.getCountedId(principal), work)
    },
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract of the route; routes outside the API have none. */
    call?: AnyCallName | StaffCallName
    access?: ApplicantAccess | StaffAccess
    /** Whether the call needs a fresh sign-in. */
    fresh?: true
    limits?: CallLimits
    limiter?: 'standard' | 'slow'
  }
}
