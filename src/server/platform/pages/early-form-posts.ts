import type { FastifyInstance } from 'fastify'
import { publicFormPost } from '#server/http/declared-access.ts'

/**
 * Redirects a prerendered form that is submitted before its script has loaded back to its page. The browser posts it to the
 * page's own path; the body is not read, and nothing of it reaches a URL.
 */
export function redirectEarlyFormPosts(app: FastifyInstance, paths: Iterable<string>): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume()
      done(null)
    })
    for (const path of paths) scope.post(path, publicFormPost, (_request, reply) => reply.redirect(path, 303))
  })
}
