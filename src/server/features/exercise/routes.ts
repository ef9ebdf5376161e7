import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Api, serveRaw } from '#server/platform/api/serve.ts'
import type { Db } from '#server/platform/database/connection.ts'
import { etagOf, hasCurrent } from '#server/platform/pages/etag.ts'
import type { Reply } from '#shared/api/contracts.ts'
import { states } from '#shared/reference-data/states.ts'
import { advertRoute } from './advert-route.ts'
import { remembered } from './cached.ts'
import { publicFacts } from './service.ts'

interface Options {
  config: { publicUrl: string; remita: { publicKey: string; widgetUrl: string } }
  database: { db: Db }
  clock: () => Date
}

const memoryMs = 5_000
/** Seconds for which browsers and whatever stands in front of the server may keep an answer. */
const maxAge = { exercise: 30, states: 86_400 } as const

export function exerciseRoutes(api: Api, { config, database, clock }: Options): void {
  const facts = remembered(() => publicFacts(database.db, config.remita), memoryMs, clock)
  const answer = remembered(
    async () => written({ ...envelope, message: 'The exercise.', data: await facts() }),
    memoryMs,
    clock,
  )
  const allStates = written({
    ...envelope,
    message: 'The states.',
    data: states.map(({ state, alias, lgas }) => ({ state, alias, lgas })),
  })

  serveRaw(api, 'exercise', async ({ request, reply }) => send(request, reply, await answer(), maxAge.exercise))
  advertRoute(api, { facts, publicUrl: config.publicUrl })
  serveRaw(api, 'states', async ({ request, reply }) => send(request, reply, allStates, maxAge.states))
}

const envelope = { status: 'success', success: true, statusCode: 200 } as const

interface Written {
  body: string
  etag: string
}

/** The whole answer as text, since everybody gets the same. */
function written(answer: Reply<'exercise'> | Reply<'states'>): Written {
  const body = JSON.stringify(answer)
  return { body, etag: etagOf(body) }
}

function send(request: FastifyRequest, reply: FastifyReply, { body, etag }: Written, seconds: number) {
  reply.header('cache-control', `public, max-age=${seconds}`).header('etag', etag)
  if (hasCurrent(request, etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}
