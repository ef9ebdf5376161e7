import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentRenderer } from '#server/documents/document-renderer.ts'
import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { type RawContent, serveRaw } from '#server/http/serve.ts'
import { createEtag, matchesEtag } from '#server/platform/pages/etag.ts'
import type { Contracts } from '#shared/api/applicant/contracts.ts'
import type { Reply } from '#shared/api/contract.ts'
import { states } from '#shared/reference-data/states.ts'
import { registerAdvertRoute } from './advert-route.ts'
import { memoize } from './memoize.ts'
import type { ExerciseService } from './service.ts'

interface Options {
  config: { publicUrl: string; remita: { publicKey: string; widgetUrl: string } }
  exercise: ExerciseService
  documents: DocumentRenderer
  clock: () => Date
}

const cacheMs = 5_000
/** How long browsers and proxies may cache a response. */
const maxAgeSeconds = { exercise: 30, states: 86_400 } as const

export function registerExerciseRoutes(api: ApplicantRoutes, { config, exercise, documents, clock }: Options): void {
  const getExercise = memoize(() => exercise.getPublicExercise(config.remita), cacheMs, clock)
  const getResponse = memoize(
    async () => serializeReply({ ...envelope, message: 'The exercise.', data: await getExercise() }),
    cacheMs,
    clock,
  )
  const statesResponse = serializeReply({
    ...envelope,
    message: 'The states.',
    data: states.map(({ state, alias, lgas }) => ({ state, alias, lgas })),
  })

  serveRaw(api, 'exercise', async ({ request, reply }) =>
    present(request, reply, await getResponse(), maxAgeSeconds.exercise),
  )
  registerAdvertRoute(api, { getExercise, publicUrl: config.publicUrl, documents, clock })
  serveRaw(api, 'states', async ({ request, reply }) => present(request, reply, statesResponse, maxAgeSeconds.states))
}

const envelope = { status: 'success', success: true, statusCode: 200 } as const

interface SerializedReply {
  body: string
  etag: string
}

/** Serialized once, because the response is the same for everybody. */
function serializeReply(content: Reply<Contracts['exercise']> | Reply<Contracts['states']>): SerializedReply {
  const body = JSON.stringify(content)
  return { body, etag: createEtag(body) }
}

function present(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: SerializedReply,
  maxAge: number,
): RawContent {
  reply.header('cache-control', `public, max-age=${maxAge}`).header('etag', etag)
  if (matchesEtag(request, etag)) {
    reply.code(304)
    return
  }
  reply.type('application/json; charset=utf-8')
  return body
}
