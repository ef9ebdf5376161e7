// Serves the OpenAPI document, and a page to read it.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { publicRoute } from '#server/http/declared-access.ts'
import { describeApplicantApi } from './applicant-api.ts'
import { createDocsPage, docsStyles } from './docs-page.ts'
import { createOpenApiDocument } from './openapi-document.ts'
import { describeStaffApi } from './staff-api.ts'

interface ApiDocsOptions {
  publicUrl: string
  isProduction: boolean
}

const stylesHash = createHash('sha256').update(docsStyles).digest('base64')
const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${stylesHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Serves `/api/openapi.json`, the same for the staff's API, and `/api/docs`, except in production. */
export function registerApiDocs(app: FastifyInstance, { publicUrl, isProduction }: ApiDocsOptions): void {
  if (isProduction) return
  // When they are first asked for: describing every call takes longer than the rest of the start.
  const getDocument = createOnce(() => createOpenApiDocument(describeApplicantApi(publicUrl), publicUrl))
  const getPage = createOnce(() => createDocsPage(getDocument()))
  const getStaffDocument = createOnce(() => createOpenApiDocument(describeStaffApi(publicUrl), publicUrl))
  app.get('/api/openapi.json', publicRoute, getDocument)
  app.get('/api/staff-openapi.json', publicRoute, getStaffDocument)
  app.get('/api/docs', publicRoute, (_request, reply) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(getPage()),
  )
}

function createOnce<T extends object | string>(create: () => T): () => T {
  let created: T | undefined
  return () => {
    created ??= create()
    return created
  }
}
