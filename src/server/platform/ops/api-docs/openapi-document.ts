// The OpenAPI 3.1 document, generated from the contracts.
import { z } from 'zod'
import { createFileCookie } from '#server/http/principal.ts'
import { apiBase, type CallName, getCall } from '#shared/api/applicant/calls.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { type Contract, errorReply } from '#shared/api/contract.ts'
import { type ErrorCode, errors } from '#shared/messages/errors.ts'
import { listExpectedErrors } from './expected-errors.ts'

export type JsonSchema = Record<string, unknown>

export interface Response {
  description: string
  headers?: Record<string, JsonSchema>
  content?: Record<string, { schema: JsonSchema }>
}

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, Response>
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  components: { securitySchemes: Record<string, JsonSchema>; schemas: Record<string, JsonSchema> }
  paths: Record<string, Record<string, Operation>>
}

const apiTitle = 'Recruitment portal API'

/** @param publicUrl the portal's origin */
export function createOpenApiDocument(publicUrl: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, contract] of Object.entries(contracts) as [CallName, Contract][]) {
    const { method, path } = getCall(name)
    // The server takes a path with and without a slash at its end.
    const openApiPath = path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')
    paths[openApiPath] = { ...paths[openApiPath], [method.toLowerCase()]: describeOperation(name, contract) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: apiTitle,
      version: '1',
      description:
        'What applicants, and the payment provider, ask of the portal. Every reply in JSON says `status`, `success`, ' +
        '`statusCode` and `message`, and holds its content in `data`; a refusal also has a stable `code`.',
    },
    servers: [{ url: `${publicUrl}${apiBase}` }],
    tags: [...new Set(Object.values(contracts).map(({ area }) => area))].map((name) => ({ name })),
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

function describeOperation(name: CallName, contract: Contract): Operation {
  const { summary, area, access, reply, replyStatus = 200 } = contract
  const content = reply ? { 'application/json': { schema: toJsonSchema(reply, 'output') } } : fileContent[name]
  const requestBody = describeBody(name, contract)
  return {
    operationId: name,
    summary,
    tags: [area],
    // Empty for public calls: they need no session.
    security: securityByAccess[access],
    parameters: [...describeParameters('path', contract.params), ...describeParameters('query', contract.query)],
    ...(requestBody && { requestBody }),
    responses: {
      [replyStatus]: { description: 'Done', ...(content && { content }) },
      ...Object.fromEntries(
        [...listExpectedErrors(name, contract)].map(([status, codes]) => [status, describeErrors(codes)]),
      ),
      default: describeErrorReply('Failed'),
    },
  }
}

function describeBody(name: CallName, { body, describedBody }: Contract): Operation['requestBody'] {
  if (name === 'uploadFile') return uploadBody
  if (!body) return undefined
  const described = describedBody ?? body
  const schema = toJsonSchema(described, 'input')
  return { required: !described.safeParse(undefined).success, content: { 'application/json': { schema } } }
}

export const describeErrorReply = (description: string): Response => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

/** The codes with their messages; `Retry-After` where the client should wait. */
const describeErrors = (codes: readonly ErrorCode[]): Response => ({
  ...describeErrorReply(codes.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n')),
  ...(codes.some((code) => errors[code].status === 429 || errors[code].status === 503) && { headers: retryHeader }),
})

const retryHeader = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }

const binary = { schema: { type: 'string', format: 'binary' } }
/** What calls answer that do not answer JSON. */
const fileContent: Partial<Record<CallName, Record<string, { schema: JsonSchema }>>> = {
  advert: { 'application/pdf': binary },
  applicationSlip: { 'application/pdf': binary },
  paymentSlip: { 'application/pdf': binary },
  bankSlip: { 'application/pdf': binary },
  examCalendar: { 'text/calendar': { schema: { type: 'string' } } },
  slipQr: { 'image/svg+xml': { schema: { type: 'string' } } },
  file: { 'application/pdf': binary, 'image/jpeg': binary, 'image/png': binary, 'application/octet-stream': binary },
  downloadDataExport: { 'application/zip': binary },
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

export const uploadBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
}

export function describeParameters(location: 'path' | 'query', schema: z.ZodType | undefined): Operation['parameters'] {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: inner,
  }))
}

export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest as JsonSchema
}
