// The OpenAPI 3.1 document of an API, generated from its contracts.
import { z } from 'zod'
import type { AnyErrorCode } from '#server/app-error.ts'
import { apiBase, type Method } from '#shared/api/calls.ts'
import { type Contract, type ContractTable, errorReply, type Schema } from '#shared/api/contract.ts'
import { type ErrorDescription, errors } from '#shared/messages/errors.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'

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

type Content = Record<string, { schema: JsonSchema }>

/** What differs between the APIs of the audiences. */
export interface DescribedApi {
  title: string
  description: string
  contracts: ContractTable
  getCall(name: string): { method: Method; path: string }
  securitySchemes: Record<string, JsonSchema>
  /** Empty for public calls: they need no session. */
  getSecurity(contract: Contract): Operation['security']
  /** The refusals that a client of the call should expect; without 500, which every call may answer. */
  listErrors(name: string, contract: Contract): readonly AnyErrorCode[]
  /** What calls answer that do not answer JSON. */
  fileContent: Readonly<Record<string, Content>>
  /** Calls whose body is a file. */
  uploads: readonly string[]
  /** Calls whose reply has an `ETag`, and is a 304 for `If-None-Match`. */
  revalidated: readonly string[]
  /** Calls whose refusals have the type of their reply. */
  refusedInText: readonly string[]
}

/** The refusals that follow from what is sent, before anything is asked about the person. */
export const listInputErrors = ({ body, query, params }: Contract, isUpload: boolean) => [
  // Also of a parameter that is given twice.
  'malformed_request' as const,
  ...(body || query || params || isUpload ? (['invalid_request'] as const) : []),
  ...(body ? (['too_large', 'json_only'] as const) : []),
  ...(body || isUpload ? (['charset_refused'] as const) : []),
  ...(isUpload ? uploadErrors : []),
]

const uploadErrors = ['no_file', 'file_empty', 'file_too_large', 'upload_too_slow'] as const

/** A file of one of these types. */
export const binaryContent = (...types: string[]): Content =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

/** @param values all that it may be */
export const textContent = (type: string, values?: string[]): Content => ({
  [type]: { schema: { type: 'string', ...(values && { enum: values }) } },
})

const catalogue: Readonly<Record<AnyErrorCode, ErrorDescription>> = { ...errors, ...staffErrors }

/** @param publicUrl the origin that answers */
export function createOpenApiDocument(api: DescribedApi, publicUrl: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, contract] of Object.entries(api.contracts)) {
    const { method, path } = api.getCall(name)
    // The server takes a path with and without a slash at its end.
    const openApiPath = path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')
    paths[openApiPath] = { ...paths[openApiPath], [method.toLowerCase()]: describeOperation(api, name, contract) }
  }
  return {
    openapi: '3.1.0',
    info: { title: api.title, version: '1', description: api.description },
    servers: [{ url: `${publicUrl}${apiBase}` }],
    tags: [...new Set(Object.values(api.contracts).map(({ area }) => area))].map((name) => ({ name })),
    components: {
      securitySchemes: api.securitySchemes,
      schemas: { Failure: toJsonSchema(errorReply, 'output') },
    },
    paths,
  }
}

function describeOperation(api: DescribedApi, name: string, contract: Contract): Operation {
  const { summary, area, fresh, reply, replyStatus = 200, proposedStatus } = contract
  const content = reply ? { 'application/json': { schema: toJsonSchema(reply, 'output') } } : api.fileContent[name]
  const refusal = (api.refusedInText.includes(name) && content) || failure
  const describeSuccess = (description: string): Response => ({ description, ...(content && { content }) })
  const requestBody = api.uploads.includes(name) ? uploadBody : describeBody(contract)
  return {
    operationId: name,
    summary: fresh ? `${summary} (needs a code of the last five minutes)` : summary,
    tags: [area],
    security: api.getSecurity(contract),
    parameters: [...describeParameters('path', contract.params), ...describeParameters('query', contract.query)],
    ...(requestBody && { requestBody }),
    responses: {
      [replyStatus]: describeSuccess('Done'),
      ...(proposedStatus && { [proposedStatus]: describeSuccess('Proposed or planned') }),
      ...(api.revalidated.includes(name) && { 304: { description: 'What `If-None-Match` names is current' } }),
      ...describeErrors(api.listErrors(name, contract), refusal),
      default: { description: 'Failed', content: refusal },
    },
  }
}

function describeBody({ body, describedBody }: Contract): Operation['requestBody'] {
  if (!body) return undefined
  const described = describedBody ?? body
  const schema = toJsonSchema(described, 'input')
  return { required: !z.safeParse(described, undefined).success, content: { 'application/json': { schema } } }
}

/** One reply for each status, in ascending order, with its codes and their messages. */
function describeErrors(codes: readonly AnyErrorCode[], content: Content): Record<string, Response> {
  const byStatus = Map.groupBy(new Set(codes), (code) => catalogue[code].status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([one], [other]) => one - other)
      .map(([status, same]) => [
        status,
        {
          description: same.map((code) => `\`${code}\`: ${catalogue[code].message}`).join('\n'),
          content,
          // Where the client should wait.
          ...((status === 429 || status === 503) && { headers: retryHeader }),
        },
      ]),
  )
}

const failure: Content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }

const retryHeader = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }

const uploadBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
}

function describeParameters(location: 'path' | 'query', schema: Schema | undefined): Operation['parameters'] {
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

function toJsonSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest as JsonSchema
}
