// Makes a route of a staff contract. Staff have their own cookie, limiter and database connections, so that their work
// cannot slow down the applicants.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import type { ConcurrencyLimiter } from '#server/platform/load/concurrency-limiter.ts'
import { apiBase } from '#shared/api/applicant/calls.ts'
import { getStaffCall, type StaffCallName } from '#shared/api/staff/calls.ts'
import type { StaffContract } from '#shared/api/staff/contract.ts'
import {
  type ParsedStaffRequest,
  type StaffContracts,
  type StaffReply,
  staffContracts,
} from '#shared/api/staff/contracts.ts'
import type { ProtectedCookie } from '../cookies.ts'
import { createReplySchema } from '../json-schema.ts'
import type { Api, Repeat } from '../serve.ts'
import { createRequestParser } from '../validation.ts'
import { authorizeStaff, type StaffPrincipal, type StaffSessionLookup } from './staff-principal.ts'
import { assertStaffHeader } from './staff-requests.ts'

type PrincipalOf<N extends StaffCallName> = StaffContracts[N]['access'] extends 'public' ? null : StaffPrincipal

interface StaffCallContext<N extends StaffCallName> {
  params: ParsedStaffRequest<N, 'params'>
  query: ParsedStaffRequest<N, 'query'>
  body: ParsedStaffRequest<N, 'body'>
  principal: PrincipalOf<N>
  request: FastifyRequest
  reply: FastifyReply
}

type StaffHandlerReply<N extends StaffCallName> = Omit<StaffReply<N>, 'status' | 'success' | 'statusCode'>
type StaffHandler<N extends StaffCallName> = (call: StaffCallContext<N>) => Promise<StaffHandlerReply<N>>

export interface StaffApi extends Pick<Api, 'app' | 'callLimiters' | 'recordRefusal'> {
  sessions: StaffSessionLookup
  repeat: Repeat
  cookie: ProtectedCookie
  /** As many as the staff's database pool has connections. */
  limiter: ConcurrencyLimiter
  /** For password hashes and uploads, which need no connection while they take their time. */
  slowLimiter: ConcurrencyLimiter
  /** @throws AppError when the request comes from where the staff's API does not answer */
  checkRequest: (request: FastifyRequest) => void
  clock: () => Date
}

interface StaffRouteOptions {
  limiter?: 'staff' | 'slow'
}

/** Registers a call that replies with JSON in the common form. */
export function serveStaff<N extends StaffCallName>(
  api: StaffApi,
  name: N,
  handler: StaffHandler<N>,
  options: StaffRouteOptions = {},
): void {
  const contract: StaffContract = staffContracts[name]
  const status = contract.replyStatus ?? 200
  const replySchema = contract.reply && createReplySchema(contract.reply)
  const schema = replySchema && { [status]: replySchema, 201: replySchema }
  addStaffRoute(api, name, options, schema, async (call) => {
    const reply = await handler(call as StaffCallContext<N>)
    // A handler may answer another success, such as 201 for a proposal.
    const sent = call.reply.statusCode === 201 ? 201 : status
    call.reply.code(sent)
    return { status: 'success', success: true, statusCode: sent, ...reply }
  })
}

/** Registers a call whose reply is not JSON; the handler sends it. */
export function serveStaffRaw<N extends StaffCallName>(
  api: StaffApi,
  name: N,
  handler: (call: StaffCallContext<N>) => Promise<FastifyReply>,
  options: StaffRouteOptions = {},
): void {
  addStaffRoute(api, name, options, undefined, (call) => handler(call as StaffCallContext<N>))
}

interface UntypedContext {
  params: unknown
  query: unknown
  body: unknown
  principal: unknown
  request: FastifyRequest
  reply: FastifyReply
}

function addStaffRoute(
  api: StaffApi,
  name: StaffCallName,
  { limiter = 'staff' }: StaffRouteOptions,
  responseSchema: Record<number, unknown> | undefined,
  handle: (call: UntypedContext) => Promise<unknown>,
) {
  const contract: StaffContract = staffContracts[name]
  const { method, path } = getStaffCall(name)
  const principals = new WeakMap<FastifyRequest, StaffPrincipal>()
  const callLimiter = api.callLimiters.create(name, contract.limits)
  const parseRequest = createRequestParser(contract)
  const chosenLimiter = limiter === 'slow' ? api.slowLimiter : api.limiter
  api.app.route({
    method,
    url: `${apiBase}${path}`,
    config: { call: name, access: contract.access, limits: contract.limits, ...(contract.fresh && { fresh: true }) },
    bodyLimit: contract.limits.bodyBytes,
    ...(responseSchema && { schema: { response: responseSchema } }),
    onRequest: async (request, reply) => {
      api.checkRequest(request)
      await callLimiter.countNetwork(request.ip)
      if (contract.access === 'public') return
      const token = request.cookies[api.cookie.name]
      const principal = token ? await api.limiter.run(() => api.repeat(() => api.sessions.findByToken(token))) : null
      if (!principal) throw new AppError('not_logged_in')
      principals.set(request, principal)
      assertStaffHeader(request)
      authorizeStaff(contract.access, principal, { isFreshRequired: contract.fresh === true, now: api.clock() })
      await callLimiter.countAccount(principal.staffId)
      const leave = callLimiter.enter?.(principal.staffId)
      if (leave) reply.raw.once('close', leave)
    },
    onError: async (request, _reply, error) => {
      if (!(error instanceof AppError)) return
      const { staffId, sessionId } = principals.get(request) ?? {}
      const staff = staffId && sessionId ? { staffId, sessionId } : undefined
      api.recordRefusal({ call: name, error, accountId: null, staff, address: request.ip })
    },
    handler: async (request, reply) => {
      const call = {
        ...parseRequest(request),
        principal: principals.get(request) ?? null,
        request,
        reply,
      }
      return chosenLimiter.run(() => (method === 'GET' ? api.repeat(() => handle(call)) : handle(call)))
    },
  })
}
