// The API described: OpenAPI 3.1 made from the contracts, and a page to read it.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { apiBase, type CallName, callOf } from '#shared/api/calls.ts'
import { type Contract, failure } from '#shared/api/contract.ts'
import { contracts } from '#shared/api/contracts.ts'
import { declaredAs } from '../api/declared-access.ts'

interface Site {
  publicUrl: string
  isProduction: boolean
}

/** `/api/openapi.json` and the page `/api/docs`, neither of them in production. */
export async function documentation(app: FastifyInstance, { publicUrl, isProduction }: Site): Promise<void> {
  if (isProduction) return
  const document = openApi(publicUrl)
  app.get('/api/openapi.json', { config: { access: 'public' } }, () => document)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register((scope) =>
    declaredAs(scope, 'public').register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      uiConfig: { deepLinking: false },
      logLevel: 'silent',
    }),
  )
}

function openApi(publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, contract] of Object.entries(contracts) as [CallName, Contract][]) {
    const { method, path } = callOf(name)
    const address = path.replace(/:(\w+)/g, '{$1}')
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation(name, contract) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Recruitment portal', version: '1' },
    servers: [{ url: `${publicUrl}${apiBase}` }],
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        fileCookie: { type: 'apiKey', in: 'cookie', name: 'file_session' },
      },
      schemas: { Failure: schema(failure, 'output') },
    },
    paths,
  }
}

function operation(name: CallName, contract: Contract) {
  const { summary, area, access, body, reply, replyStatus = 200 } = contract
  return {
    operationId: name,
    summary,
    tags: [area],
    ...(security[access].length > 0 && { security: security[access] }),
    ...(body && { requestBody: { content: { 'application/json': { schema: schema(body, 'input') } } } }),
    ...(name === 'uploadFile' && { requestBody: upload }),
    parameters: [...parameters('path', contract.params), ...parameters('query', contract.query)],
    responses: {
      [replyStatus]: {
        description: 'Done',
        ...(reply && { content: { 'application/json': { schema: schema(reply, 'output') } } }),
      },
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

const bearer: Record<string, string[]>[] = [{ session: [] }]
const security: Record<Contract['access'], Record<string, string[]>[]> = {
  public: [],
  provider: [],
  session: bearer,
  applicant: bearer,
  paid: bearer,
  reader: [...bearer, { fileCookie: [] }],
}

const upload = {
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
}

function parameters(place: 'path' | 'query', described: z.ZodType | undefined) {
  if (!described) return []
  const { properties = {}, required = [] } = schema(described, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: inner,
  }))
}

function schema(described: z.ZodType, io: 'input' | 'output') {
  const { $schema, ...rest } = z.toJSONSchema(described, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}
