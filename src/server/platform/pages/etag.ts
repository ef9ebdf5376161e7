import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

export const createEtag = (content: string) => `"${createHash('sha256').update(content).digest('base64url')}"`

/** Whether the browser's copy is current, so that a 304 is enough. */
export function matchesEtag(request: FastifyRequest, etag: string): boolean {
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags !== undefined && (tags.includes(etag) || tags.includes('*'))
}
