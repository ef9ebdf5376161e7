// Serves the OpenAPI document, and a page to read it.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { publicRoute } from '../../api/declared-access.ts'
import { createDocsPage, docsStyles } from './docs-page.ts'
import { createOpenApiDocument } from './openapi-document.ts'
import { createStaffOpenApiDocument } from './staff-openapi-document.ts'

interface ApiDocsOptions {
  publicUrl: string
  isProduction: boolean
}

const stylesHash = createHash('sha256').update(docsStyles).digest('base64')
const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${stylesHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Serves `/api/openapi.json`, the same for the staff's API, and `/api/docs`, except in production. */
export function registerApiDocs(app: FastifyInstance, { publicUrl, isProduction }: ApiDocsOptions): void {
  if (isProduction) return
  const document = createOpenApiDocument(publicUrl)
  const page = createDocsPage(document)
  const staffDocument = createStaffOpenApiDocument(publicUrl)
  app.get('/api/openapi.json', publicRoute, () => document)
  app.get('/api/staff-openapi.json', publicRoute, () => staffDocument)
  app.get('/api/docs', publicRoute, (_request, reply) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
  )
}
