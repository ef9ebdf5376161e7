// The OpenAPI 3.1 document of the staff's API, generated from its contracts.

import { createStaffCookie } from '#server/http/staff/staff-principal.ts'
import { apiBase } from '#shared/api/applicant/calls.ts'
import { errorReply } from '#shared/api/contract.ts'
import { getStaffCall, type StaffCallName, staffHeader } from '#shared/api/staff/calls.ts'
import type { StaffContract } from '#shared/api/staff/contract.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import { type ErrorDescription, errors } from '#shared/messages/errors.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import {
  describeErrorReply,
  describeParameters,
  type OpenApiDocument,
  type Operation,
  toJsonSchema,
  uploadBody,
} from './openapi-document.ts'

const catalogue: Readonly<Record<string, ErrorDescription>> = { ...errors, ...staffErrors }
const binary = { schema: { type: 'string', format: 'binary' } }
/** What calls answer that do not answer JSON. */
const fileContent: Partial<Record<StaffCallName, NonNullable<Operation['responses'][string]['content']>>> = {
  importErrors: { 'text/csv': { schema: { type: 'string' } } },
  printPasswordSlip: { 'application/pdf': binary },
}

/** @param publicUrl the origin of the staff's pages */
export function createStaffOpenApiDocument(publicUrl: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, contract] of Object.entries(staffContracts) as [StaffCallName, StaffContract][]) {
    const { method, path } = getStaffCall(name)
    const openApiPath = path.replace(/:(\w+)/g, '{$1}')
    paths[openApiPath] = { ...paths[openApiPath], [method.toLowerCase()]: describeCall(name, contract) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Recruitment portal API for the staff',
      version: '1',
      description: `What the pages of the staff ask of the portal. A call that changes something has the header \`${staffHeader.name}: ${staffHeader.value}\`. Replies have the form of the API for applicants.`,
    },
    servers: [{ url: `${publicUrl}${apiBase}` }],
    tags: [...new Set(Object.values(staffContracts).map(({ area }) => area))].map((name) => ({ name })),
    components: {
      securitySchemes: { staffCookie: { type: 'apiKey', in: 'cookie', name: createStaffCookie(publicUrl).name } },
      schemas: { Failure: toJsonSchema(errorReply, 'output') },
    },
    paths,
  }
}

function describeCall(name: StaffCallName, contract: StaffContract): Operation {
  const { summary, area, access, reply, replyStatus = 200, params, query, body, fresh } = contract
  const content = reply
    ? { 'application/json': { schema: toJsonSchema(reply, 'output') } }
    : (fileContent[name] ?? { 'application/octet-stream': binary })
  const byStatus = Map.groupBy(listCodes(contract), (code) => catalogue[code]?.status ?? 400)
  return {
    operationId: name,
    summary: fresh ? `${summary} (needs a code of the last five minutes)` : summary,
    tags: [area],
    security: access === 'public' ? [] : [{ staffCookie: [] }],
    parameters: [...describeParameters('path', params), ...describeParameters('query', query)],
    ...(name === 'uploadImport' && { requestBody: uploadBody }),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': { schema: toJsonSchema(body, 'input') } },
      },
    }),
    responses: {
      [replyStatus]: { description: 'Done', content },
      ...Object.fromEntries(
        [...byStatus]
          .sort(([one], [other]) => one - other)
          .map(([status, codes]) => [status, describeErrorReply(codes.map(describeCode).join('\n'))]),
      ),
      default: describeErrorReply('Failed'),
    },
  }
}

const describeCode = (code: string) => `\`${code}\`: ${catalogue[code]?.message}`

/** What follows from who may call it and what is sent. */
const listCodes = ({ access, fresh, body, query, params }: StaffContract): string[] => [
  ...(body || query || params ? ['invalid_request'] : []),
  ...(access === 'public' ? [] : ['not_logged_in', 'cross_site_request']),
  ...(access.startsWith('staff:') ? ['not_permitted'] : []),
  ...(fresh ? ['fresh_sign_in_required'] : []),
  ...(params ? ['not_found'] : []),
  'too_many_requests',
  'unavailable',
]
