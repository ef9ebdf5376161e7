// A call becomes a route: limit, admit, validate, act, answer in the common form.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiBase, type CallName, callOf } from '#shared/api/calls.ts'
import type { Contract } from '#shared/api/contract.ts'
import { type Contracts, contracts, type Received, type Reply } from '#shared/api/contracts.ts'
import type { Gate } from '../load/concurrency-limiter.ts'
import { replySchema } from './json-schema.ts'
import { admit, type Caller, fileCookie, type SessionBook } from './principal.ts'
import { assertSingle, assertSound, parsed } from './validation.ts'

type CallerFor<N extends CallName> = Contracts[N]['access'] extends 'public' | 'provider' ? null : Caller

export interface Call<N extends CallName> {
  params: Received<N, 'params'>
  query: Received<N, 'query'>
  body: Received<N, 'body'>
  caller: CallerFor<N>
  request: FastifyRequest
  reply: FastifyReply
}

type Envelope = 'status' | 'success' | 'statusCode'
/** What a handler answers: message, data and whatever stands beside them. */
type Answer<N extends CallName> = Omit<Reply<N>, Envelope>
type Handler<N extends CallName> = (call: Call<N>) => Promise<Answer<N>>

/** Throws `too_many_requests` or lets pass; runs before anything costs. */
export type Limit = (request: FastifyRequest) => Promise<void>

export interface Api {
  app: FastifyInstance
  sessions: SessionBook
  gates: Gates
}

export interface Gates {
  /** Whoever comes, until it is known who that is. */
  entrance: Gate
  /** Most calls: they are done as fast as this server and its database are. */
  ours: Gate
  /** Calls that may wait for a phone's slow line, a provider or the hashing of a password, which must not keep the others out. */
  others: Gate
}

interface RouteOptions {
  bodyLimit?: number
  limit?: Limit
  gate?: 'ours' | 'others'
}

/** Serves a call that answers JSON in the common form. */
export function serve<N extends CallName>(api: Api, name: N, handler: Handler<N>, options: RouteOptions = {}): void {
  const contract: Contract = contracts[name]
  const status = contract.replyStatus ?? 200
  route(api, name, options, contract.reply && { [status]: replySchema(contract.reply) }, async (call, reply) => {
    const answer = await handler(call as Call<N>)
    reply.code(status)
    return { status: 'success', success: true, statusCode: status, ...answer }
  })
}

/** Serves a call whose answer is not JSON; the handler sends it. */
export function serveRaw<N extends CallName>(
  api: Api,
  name: N,
  handler: (call: Call<N>) => Promise<FastifyReply>,
  options: RouteOptions = {},
): void {
  route(api, name, options, undefined, (call) => handler(call as Call<N>))
}

type Untyped = { [K in keyof Call<'login'>]: unknown }

function route(
  { app, sessions, gates }: Api,
  name: CallName,
  { bodyLimit, limit, gate = 'ours' }: RouteOptions,
  response: Record<number, unknown> | undefined,
  act: (call: Untyped, reply: FastifyReply) => Promise<unknown>,
) {
  const contract: Contract = contracts[name]
  const { method, path } = callOf(name)
  const callers = new WeakMap<FastifyRequest, Caller | null>()
  app.route({
    method,
    url: `${apiBase}${path}`,
    config: { call: name, access: contract.access },
    ...(bodyLimit && { bodyLimit }),
    ...(response && { schema: { response } }),
    // Before the body is read: who may not call costs nothing more.
    onRequest: (request) =>
      gates.entrance.pass(async () => {
        await limit?.(request)
        const credentials = { authorization: request.headers.authorization, cookie: request.cookies[fileCookie] }
        callers.set(request, await admit(contract.access, credentials, sessions))
      }),
    handler: async (request, reply) => {
      assertSingle(request.query)
      assertSound(request.params)
      assertSound(request.query)
      assertSound(request.body)
      const call = {
        params: contract.params && parsed(contract.params, request.params),
        query: contract.query && parsed(contract.query, request.query),
        body: contract.body && parsed(contract.body, request.body),
        caller: callers.get(request) ?? null,
        request,
        reply,
      }
      return gates[gate].pass(() => act(call, reply))
    },
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract that this route fulfils; routes outside the API say who may call by themselves. */
    call?: CallName
    access?: Contract['access']
  }
}
