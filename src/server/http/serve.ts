// Makes a route of a contract: check its limits, authorize, validate, handle, reply in the common form.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiBase, type CallName, getCall, isRepeatable } from '#shared/api/applicant/calls.ts'
import { type Contracts, contracts, type ParsedRequest, type Reply } from '#shared/api/applicant/contracts.ts'
import type { CallLimits } from '#shared/api/applicant/limits.ts'
import type { Contract } from '#shared/api/contract.ts'
import type { StaffCallName } from '#shared/api/staff/calls.ts'
import type { StaffAccess } from '#shared/api/staff/contract.ts'
import { AppError } from '../platform/app-error.ts'
import type { ConcurrencyLimiter } from '../platform/load/concurrency-limiter.ts'
import type { ProtectedCookie } from './cookies.ts'
import { createReplySchema } from './json-schema.ts'
import type { CallLimiters } from './limits/call-limiter.ts'
import { authenticate, authorize, type Principal, type SessionLookup } from './principal.ts'
import { isFromOtherSite } from './request-line.ts'
import { createRequestParser } from './validation.ts'

type PrincipalOf<N extends CallName, P> = Contracts[N]['access'] extends 'public' | 'provider' ? null : P

interface CallContext<N extends CallName, P = Principal> {
  params: ParsedRequest<N, 'params'>
  query: ParsedRequest<N, 'query'>
  body: ParsedRequest<N, 'body'>
  principal: PrincipalOf<N, P>
  request: FastifyRequest
  reply: FastifyReply
}

/** Message, data and what else the contract lists; the common fields are added here. */
type HandlerReply<N extends CallName> = Omit<Reply<N>, 'status' | 'success' | 'statusCode'>
type Handler<N extends CallName, P> = (call: CallContext<N, P>) => Promise<HandlerReply<N>>

export interface Api {
  app: FastifyInstance
  sessions: SessionLookup
  fileCookie: ProtectedCookie
  limiters: Limiters
  callLimiters: CallLimiters
  repeat: Repeat
  /** Records in the audit log that a request was refused. */
  recordRefusal: (refusal: Refusal) => void
}

/** Runs work that does no harm twice, and again when a short outage of the database has interrupted it. */
export type Repeat = <T>(work: () => Promise<T>) => Promise<T>

/** For work that must not run twice. */
const runOnce: Repeat = (work) => work()

export interface Refusal {
  call: CallName | StaffCallName
  error: AppError
  accountId: string | null
  /** The staff member who was refused, if it was one. */
  staff?: { staffId: string; sessionId: string } | undefined
  address: string
}

export interface Limiters {
  /** Every request while its rate is checked and its session looked up. */
  admission: ConcurrencyLimiter
  /** Requests that take as long as this server and its database need. */
  standard: ConcurrencyLimiter
  /** Requests that may wait for a slow network, a provider or a password hash, and must not delay the others. */
  slow: ConcurrencyLimiter
}

interface RouteOptions<P extends Principal = Principal> {
  limiter?: 'standard' | 'slow'
  /**
   * Finds the live session of a token, and in the same round trip to the database what the call sends; null without one.
   * @param query not validated yet
   */
  findSession?: (token: string, query: unknown) => Promise<P | null>
}

/** Registers a call that replies with JSON in the common form. */
export function serve<N extends CallName, P extends Principal = Principal>(
  api: Api,
  name: N,
  handler: Handler<N, P>,
  options: RouteOptions<P> = {},
): void {
  const contract: Contract = contracts[name]
  const status = contract.replyStatus ?? 200
  const schema = contract.reply && { [status]: createReplySchema(contract.reply) }
  addRoute(api, name, options, schema, async (call) => {
    const reply = await handler(call as CallContext<N, P>)
    call.reply.code(status)
    return { status: 'success', success: true, statusCode: status, ...reply }
  })
}

/** Registers a call whose reply is not JSON; the handler sends it. */
export function serveRaw<N extends CallName, P extends Principal = Principal>(
  api: Api,
  name: N,
  handler: (call: CallContext<N, P>) => Promise<FastifyReply>,
  options: RouteOptions<P> = {},
): void {
  addRoute(api, name, options, undefined, (call) => handler(call as CallContext<N, P>))
}

interface UntypedContext extends Record<keyof CallContext<'login'>, unknown> {
  reply: FastifyReply
}

function addRoute(
  { app, sessions, fileCookie, limiters, callLimiters, repeat, recordRefusal }: Api,
  name: CallName,
  { limiter = 'standard', findSession }: RouteOptions,
  responseSchema: Record<number, unknown> | undefined,
  handle: (call: UntypedContext) => Promise<unknown>,
) {
  const contract: Contract = contracts[name]
  const { method, path } = getCall(name)
  const principals = new WeakMap<FastifyRequest, Principal | null>()
  const callLimiter = callLimiters.create(name, contract.limits)
  const parseRequest = createRequestParser(contract)
  const run = isRepeatable(name) ? repeat : runOnce
  const isOpenToOtherSites = contract.access === 'provider' || (contract.access === 'public' && method === 'GET')
  async function admit(request: FastifyRequest, reply: FastifyReply) {
    if (!isOpenToOtherSites && isFromOtherSite(request.raw)) throw new AppError('other_site')
    await callLimiter.countNetwork(request.ip)
    const credentials = { authorization: request.headers.authorization, cookie: request.cookies[fileCookie.name] }
    const lookup = findSession
      ? { ...sessions, findByToken: (token: string) => findSession(token, request.query) }
      : sessions
    const principal = await authenticate(contract.access, credentials, lookup)
    principals.set(request, principal)
    if (!principal) return
    authorize(contract.access, principal)
    await callLimiter.countAccount(principal.accountId)
    const leave = callLimiter.enter?.(principal.accountId)
    if (leave) reply.raw.once('close', leave)
  }
  app.route({
    method,
    url: `${apiBase}${path}`,
    config: { call: name, access: contract.access, limits: contract.limits },
    bodyLimit: contract.limits.bodyBytes,
    ...(responseSchema && { schema: { response: responseSchema } }),
    // Before the body is read, so that a rejected request costs nothing more.
    onRequest: (request, reply) => limiters.admission.run(() => repeat(() => admit(request, reply))),
    onError: async (request, _reply, error) => {
      if (!(error instanceof AppError)) return
      recordRefusal({ call: name, error, accountId: principals.get(request)?.accountId ?? null, address: request.ip })
    },
    handler: async (request, reply) => {
      const call = {
        ...parseRequest(request),
        principal: principals.get(request) ?? null,
        request,
        reply,
      }
      return limiters[limiter].run(() => run(() => handle(call)))
    },
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract of the route; routes outside the API have none. */
    call?: CallName | StaffCallName
    access?: Contract['access'] | StaffAccess
    /** Whether the call needs a fresh sign-in. */
    fresh?: true
    limits?: CallLimits
  }
}
