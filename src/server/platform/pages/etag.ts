// Answers that a browser may keep and ask about again: a tag of the content, and whether the asker has it already.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

export const etagOf = (content: string) => `"${createHash('sha256').update(content).digest('base64url')}"`

/** Whether the content that the browser kept is this one, so that a 304 will do. */
export function hasCurrent(request: FastifyRequest, etag: string): boolean {
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags !== undefined && (tags.includes(etag) || tags.includes('*'))
}
