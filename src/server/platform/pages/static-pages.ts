// Serves the built web app: hashed assets, prerendered pages, and the application shell for every other page.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { declarePublicRoutes, publicRoute } from '#server/http/declared-access.ts'
import { pageHeaderNames } from '#server/http/headers.ts'
import { sendError } from '#server/http/replies.ts'
import { trimTrailing } from '#shared/forms/trim.ts'
import { paths } from '#shared/routes.ts'
import { AppError } from '../../app-error.ts'
import { redirectEarlyFormPosts } from './early-form-posts.ts'
import {
  createPageReader,
  type FactsOptions,
  type PageHashes,
  rendererDirectory,
  type StaticPage,
} from './rendered-pages.ts'
import { registerServiceWorker, type ServiceWorkerMode, serviceWorkerFile } from './service-worker.ts'

export interface WebBuild {
  /** The directory of the built web app. */
  root: string
  /** The directory of the staff's built app. */
  staffRoot?: string
  /** The origin of the payment widget, allowed on the payment page only. */
  widgetOrigin: string
  /** Whether browsers may keep the app for offline use; `served` by default. */
  serviceWorker?: ServiceWorkerMode
}

/** The page without content in which the app can draw every route. The service worker stores it. */
const shellPath = '/spa.html'

interface PageOptions extends Partial<FactsOptions> {
  publicUrl: string
}

/** @param options.readFacts without it, pages show the facts with which they were built */
export async function registerPages(app: FastifyInstance, build: WebBuild, options: PageOptions) {
  const { root, widgetOrigin, serviceWorker = 'served' } = build
  const builtPages = readPages(root)
  const builtShell = builtPages.get(shellPath) ?? readPage(root, 'index.html')
  const getPages = await createPageReader(builtPages, root, app.log, options)
  const isHttps = options.publicUrl.startsWith('https:')

  await registerAssets(app, root)
  registerServiceWorker(app, root, serviceWorker)
  redirectEarlyFormPosts(
    app,
    [...builtPages].filter(([path, { hashes }]) => path !== shellPath && !hashes.isSkeleton).map(([path]) => path),
  )

  app.get('/*', publicRoute, async (request, reply) => {
    const [urlPath = '/'] = request.url.split('?')
    const isPage = urlPath === shellPath || (!urlPath.startsWith('/api') && !/\.\w+$/.test(urlPath))
    // While servers are replaced, another one may have the file: no proxy may go on answering that there is none.
    if (!isPage) return sendError(reply.header('cache-control', 'no-store'), new AppError('not_found'))

    const path = urlPath === '/' ? urlPath : trimTrailing(urlPath, '/')
    const redirect = redirects.get(path)
    if (redirect) return reply.redirect(redirect)
    const pages = await getPages()
    const page = pages.get(path) ?? pages.get(shellPath) ?? builtShell
    const widget = path === paths.pay ? widgetOrigin : undefined
    reply
      .code(isKnownPath(path) || path === shellPath ? 200 : 404)
      .header('content-security-policy', createPolicy({ hashes: page.hashes, widget, isHttps }))
    return sendPage(request, reply, page)
  })
}

/** Assets carry a hash of their content in their name, so browsers may keep them for ever. */
async function registerAssets(app: FastifyInstance, root: string) {
  const assets = join(root, 'assets/')
  await app.register((scope) =>
    declarePublicRoutes(scope).register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      serve: true,
      cacheControl: false,
      globIgnore: [
        '**/*.{br,gz}',
        '**/*.html*',
        '.vite/**',
        `${rendererDirectory}/**`,
        'csp-hashes.json',
        `${serviceWorkerFile}*`,
      ],
      preCompressed: true,
      setHeaders(reply, path) {
        if (path.startsWith(assets)) setAssetHeaders(reply)
        else reply.header('cache-control', 'no-cache')
      },
    }),
  )
}

function setAssetHeaders(reply: FastifyReply) {
  reply.header('cache-control', 'public, max-age=31536000, immutable')
  for (const name of pageHeaderNames) reply.removeHeader(name)
}

/** Prerendered pages by path; none where the build made none. */
function readPages(root: string): Map<string, StaticPage> {
  const list = join(root, 'csp-hashes.json')
  if (!existsSync(list)) return new Map()
  const hashesByPath = JSON.parse(readFileSync(list, 'utf8')) as Record<string, PageHashes>
  return new Map(
    Object.entries(hashesByPath).map(([path, hashes]) => {
      const file = path.endsWith('.html') ? path : join(path, 'index.html')
      return [path, readPage(root, file, hashes)]
    }),
  )
}

function readPage(root: string, file: string, hashes: PageHashes = { styles: [], scripts: [] }): StaticPage {
  const html = readFileSync(join(root, file))
  const compressed = join(root, `${file}.br`)
  // The build does not compress small pages.
  return { html, brotli: existsSync(compressed) ? readFileSync(compressed) : brotliCompressSync(html), hashes }
}

/** The first page of each part of the portal, for shortened addresses. */
const redirects = new Map<string, string>([
  ['/app', paths.dashboard],
  ['/admin', paths.adminDashboard],
])

const knownPaths = new Set<string>(Object.values(paths))
const isKnownPath = (path: string) => knownPaths.has(path) || path.startsWith('/verify/')

interface PolicyOptions {
  hashes: PageHashes
  widget: string | undefined
  /** What the page may show in frames, besides the widget. */
  frames?: string
  isHttps: boolean
}

/** The content security policy of a page. */
export function createPolicy({ hashes, widget, frames = "'none'", isHttps }: PolicyOptions): string {
  const widgetSource = widget ? ` ${widget}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${quoteHashes(hashes.scripts)}${widgetSource}`,
    `style-src 'self'${quoteHashes(hashes.styles)}`,
    `img-src 'self' data: blob:${widgetSource}`,
    `connect-src 'self'${widgetSource}`,
    `frame-src ${widget ?? frames}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

const quoteHashes = (hashes: string[]) => hashes.map((hash) => ` '${hash}'`).join('')

function sendPage({ headers }: FastifyRequest, reply: FastifyReply, { html, brotli }: StaticPage) {
  const acceptsBrotli = /\bbr\b/.test(String(headers['accept-encoding'] ?? ''))
  return reply
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .headers(acceptsBrotli ? { 'content-encoding': 'br' } : {})
    .type('text/html; charset=utf-8')
    .send(acceptsBrotli ? brotli : html)
}
