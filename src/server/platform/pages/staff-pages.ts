// Serves the staff's app: its assets, and its only page for every address below /staff.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { staffBase } from '#shared/staff/paths.ts'
import { declarePublicRoutes, publicRoute } from '../api/declared-access.ts'
import { createPolicy } from './static-pages.ts'

interface StaffPagesOptions {
  /** The directory of the built app. */
  root: string
  publicUrl: string
}

/** Serves nothing when the app was not built. */
export async function registerStaffPages(app: FastifyInstance, { root, publicUrl }: StaffPagesOptions): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return
  const page = readFileSync(join(root, 'index.html'))
  const policy = createPolicy({
    hashes: { styles: [], scripts: [] },
    widget: undefined,
    isHttps: publicUrl.startsWith('https:'),
  })

  await app.register((scope) =>
    declarePublicRoutes(scope).register(fastifyStatic, {
      root: join(root, 'assets'),
      prefix: `${staffBase}/assets/`,
      wildcard: false,
      index: false,
      decorateReply: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  )
  for (const path of [staffBase, `${staffBase}/*`])
    app.get(path, publicRoute, (request, reply) => {
      // A file of an older build is gone; the page in its place would be taken for a script.
      if (request.url.startsWith(`${staffBase}/assets/`)) return reply.code(404).send()
      return reply
        .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
        .type('text/html; charset=utf-8')
        .send(page)
    })
}
