// Serves the staff's app: its assets, its only page for every address below /staff, and the frame that displays files.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { declarePublicRoutes, publicRoute } from '#server/http/declared-access.ts'
import { cameraPolicy } from '#server/http/headers.ts'
import { doorWorkerPath, fileFramePath, staffBase } from '#shared/staff/paths.ts'
import { type ServiceWorkerMode, sendWorker, withdrawnWorker } from './service-worker.ts'
import { createPolicy } from './static-pages.ts'

interface StaffPagesOptions {
  /** The directory of the built app. */
  root: string
  publicUrl: string
  /** The staff's own address, if they have one. */
  staffUrl?: string | undefined
  serviceWorker?: ServiceWorkerMode | undefined
}

/** Serves nothing when the app was not built. */
export async function registerStaffPages(app: FastifyInstance, options: StaffPagesOptions): Promise<void> {
  const { root, publicUrl } = options
  if (!existsSync(join(root, 'index.html'))) return
  const page = readFileSync(join(root, 'index.html'))
  const policy = createPolicy({
    hashes: { styles: [], scripts: [] },
    widget: undefined,
    frames: "'self'",
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
      globIgnore: ['**/*.{br,gz}'],
      // The frame that displays files has no origin of its own, and loads its scripts from here.
      setHeaders: (reply) =>
        reply.header('cache-control', 'public, max-age=31536000, immutable').header('access-control-allow-origin', '*'),
    }),
  )
  registerFileFrame(app, options)
  const worker = options.serviceWorker === 'withdrawn' ? withdrawnWorker : readFileSync(join(root, 'door-worker.js'))
  app.get(doorWorkerPath, publicRoute, (_, reply) => sendWorker(reply, worker))
  for (const path of [staffBase, `${staffBase}/*`])
    app.get(path, publicRoute, (request, reply) => {
      // A file of an older build is gone; the page in its place would be taken for a script.
      if (request.url.startsWith(`${staffBase}/assets/`))
        return reply.code(404).header('cache-control', 'no-store').send()
      return reply
        .headers({
          'content-security-policy': policy,
          'permissions-policy': cameraPolicy,
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex',
        })
        .type('text/html; charset=utf-8')
        .send(page)
    })
}

/**
 * The frame displays files of applicants, which may be crafted. Its policy takes away the origin: whatever runs in it
 * has no session, reads nothing of the API and connects to no other site.
 */
function registerFileFrame(app: FastifyInstance, { root, publicUrl, staffUrl }: StaffPagesOptions): void {
  const frame = readFileSync(join(root, 'file-frame.html'))
  const origins = [...new Set([publicUrl, staffUrl ?? publicUrl].map((url) => new URL(url).origin))]
  const assets = ["'self'", ...origins.map((origin) => `${origin}${staffBase}/assets/`)].join(' ')
  const policy = [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${assets} 'wasm-unsafe-eval'`,
    `connect-src ${assets}`,
    "style-src 'unsafe-inline'",
    'img-src blob:',
    'font-src blob: data:',
    "frame-ancestors 'self'",
  ].join('; ')
  app.get(fileFramePath, publicRoute, (_request, reply) =>
    reply
      .headers({
        'content-security-policy': policy,
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(frame),
  )
}
