// A prerendered form may be sent before its script is there: the browser then posts it to its own page.
import type { FastifyInstance } from 'fastify'

/** Shows the page again; what was typed is not read, and stands in no address. */
export function earlyForms(app: FastifyInstance, addresses: Iterable<string>): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume()
      done(null)
    })
    for (const address of addresses)
      scope.post(address, { config: { access: 'public' } }, (_request, reply) => reply.redirect(address, 303))
  })
}
