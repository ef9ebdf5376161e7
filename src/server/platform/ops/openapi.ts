// The OpenAPI 3.1 document, generated from the contracts, and a page to read it.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { apiBase, type CallName, getCall } from '#shared/api/calls.ts'
import { type Contract, errorReply } from '#shared/api/contract.ts'
import { contracts } from '#shared/api/contracts.ts'
import { declarePublicRoutes, publicRoute } from '../api/declared-access.ts'
import { createFileCookie } from '../api/principal.ts'

interface ApiDocsOptions {
  publicUrl: string
  isProduction: boolean
}

/** Serves `/api/openapi.json` and `/api/docs`, except in production. */
export async function registerApiDocs(
  app: FastifyInstance,
  { publicUrl, isProduction }: ApiDocsOptions,
): Promise<void> {
  if (isProduction) return
  const document = createOpenApiDocument(publicUrl)
  app.get('/api/openapi.json', publicRoute, () => document)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register((scope) =>
    declarePublicRoutes(scope).register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      uiConfig: { deepLinking: false },
      logLevel: 'silent',
    }),
  )
}

function createOpenApiDocument(publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, contract] of Object.entries(contracts) as [CallName, Contract][]) {
    const { method, path } = getCall(name)
    const openApiPath = path.replace(/:(\w+)/g, '{$1}')
    paths[openApiPath] = { ...paths[openApiPath], [method.toLowerCase()]: describeOperation(name, contract) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Recruitment portal', version: '1' },
    servers: [{ url: `${publicUrl}${apiBase}` }],
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        fileCookie: { type: 'apiKey', in: 'cookie', name: createFileCookie(publicUrl).name },
      },
      schemas: { Failure: toJsonSchema(errorReply, 'output') },
    },
    paths,
  }
}

function describeOperation(name: CallName, contract: Contract) {
  const { summary, area, access, body, reply, replyStatus = 200 } = contract
  return {
    operationId: name,
    summary,
    tags: [area],
    // Empty for public calls: they need no session.
    security: securityByAccess[access],
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': { schema: toJsonSchema(body, 'input') } },
      },
    }),
    ...(name === 'uploadFile' && { requestBody: uploadBody }),
    parameters: [...describeParameters('path', contract.params), ...describeParameters('query', contract.query)],
    responses: {
      [replyStatus]: {
        description: 'Done',
        ...(reply && { content: { 'application/json': { schema: toJsonSchema(reply, 'output') } } }),
        ...(!reply && { content: fileContent[name] }),
      },
      ...describeErrors(contract),
      default: describeError('Refused or failed'),
    },
  }
}

const describeError = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

/** The refusals that a client of this call should expect. */
function describeErrors({ access, body, query, params }: Contract) {
  const isPublic = access === 'public' || access === 'provider'
  return {
    ...((body || query || params) && { 400: describeError('Something that was sent is missing or not right') }),
    ...(!isPublic && { 401: describeError('There is no session, or it has ended') }),
    ...(!isPublic && access !== 'session' && { 403: describeError('This account may not do this yet') }),
    429: describeError('Too many requests; Retry-After says how many seconds to wait'),
  }
}

const binary = { schema: { type: 'string', format: 'binary' } }
/** What calls answer that do not answer JSON. */
const fileContent: Partial<Record<CallName, object>> = {
  advert: { 'application/pdf': binary },
  applicationSlip: { 'application/pdf': binary },
  paymentSlip: { 'application/pdf': binary },
  bankSlip: { 'application/pdf': binary },
  examCalendar: { 'text/calendar': { schema: { type: 'string' } } },
  slipQr: { 'image/svg+xml': { schema: { type: 'string' } } },
  file: { 'application/pdf': binary, 'image/*': binary, 'application/octet-stream': binary },
  remitaNotification: { 'text/plain': { schema: { type: 'string', enum: ['Ok', 'Not Ok'] } } },
}

const bearer: Record<string, string[]>[] = [{ session: [] }]
const securityByAccess: Record<Contract['access'], Record<string, string[]>[]> = {
  public: [],
  provider: [],
  session: bearer,
  applicant: bearer,
  paid: bearer,
  reader: [...bearer, { fileCookie: [] }],
}

const uploadBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
}

function describeParameters(location: 'path' | 'query', schema: z.ZodType | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: inner,
  }))
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}
