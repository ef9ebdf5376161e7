// The built web app: hashed assets for ever, prerendered pages where there are some, the shell for every other screen.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screens } from '#shared/routes.ts'
import { AppError } from '../api/app-error.ts'
import { declaredAs } from '../api/declared-access.ts'
import { send } from '../api/replies.ts'
import { earlyForms } from './early-form-posts.ts'
import { type ServiceWorkerPolicy, serviceWorkerFile, serviceWorkerRoute } from './service-worker.ts'

export interface WebFiles {
  /** The folder of the built web app. */
  root: string
  /** The origin of the payment widget, allowed on the payment page only. */
  widgetOrigin: string
  /** Whether browsers may keep the app on the device; `served` when nothing is said. */
  serviceWorker?: ServiceWorkerPolicy
}

interface PageHashes {
  styles: string[]
  scripts: string[]
}

export async function webPages(app: FastifyInstance, files: WebFiles, site: { publicUrl: string }) {
  const { root, widgetOrigin, serviceWorker = 'served' } = files
  const pages = readPages(root)
  const shell = pages.get('/spa.html') ?? page(root, 'index.html', undefined)

  await app.register((scope) =>
    declaredAs(scope, 'public').register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      serve: true,
      immutable: true,
      maxAge: '1y',
      globIgnore: ['**/*.html*', '.vite/**', 'csp-hashes.json', `${serviceWorkerFile}*`],
      preCompressed: true,
      setHeaders(reply, path) {
        // Only what bears a hash in its name may be kept for ever.
        if (!path.includes(`${join(root, 'assets')}`)) reply.setHeader('cache-control', 'no-cache')
      },
    }),
  )

  serviceWorkerRoute(app, root, serviceWorker)
  earlyForms(
    app,
    [...pages.keys()].filter((address) => !address.endsWith('.html')),
  )

  app.get('/*', { config: { access: 'public' } }, (request, reply) => {
    const [path = '/'] = request.url.split('?')
    const isPage = !path.startsWith('/api') && !/\.\w+$/.test(path)
    if (!isPage) return send(reply, new AppError('not_found'))
    const address = path === '/' ? path : path.replace(/\/+$/, '')
    const found = pages.get(address) ?? shell
    return sendPage(
      reply,
      found,
      takesBrotli(request),
      address === screens.pay ? widgetOrigin : undefined,
      site.publicUrl,
      knownScreen(address),
    )
  })
}

interface Page {
  html: Buffer
  /** The same, for browsers that take it: the styles are inlined, so pages are worth it. */
  brotli: Buffer
  hashes: PageHashes
}

function readPages(root: string): Map<string, Page> {
  const list = join(root, 'csp-hashes.json')
  if (!existsSync(list)) return new Map()
  const hashes = JSON.parse(readFileSync(list, 'utf8')) as Record<string, PageHashes>
  return new Map(
    Object.entries(hashes).map(([address, found]) => {
      const file = address.endsWith('.html') ? address : join(address, 'index.html')
      return [address, page(root, file, found)]
    }),
  )
}

function page(root: string, file: string, hashes: PageHashes = { styles: [], scripts: [] }): Page {
  const html = readFileSync(join(root, file))
  const compressed = join(root, `${file}.br`)
  // The build leaves small pages as they are.
  return { html, brotli: existsSync(compressed) ? readFileSync(compressed) : brotliCompressSync(html), hashes }
}

const known = new Set<string>(Object.values(screens))
const knownScreen = (address: string) => known.has(address) || address.startsWith('/verify/')

function sendPage(
  reply: FastifyReply,
  { html, brotli, hashes }: Page,
  compressed: boolean,
  widget: string | undefined,
  publicUrl: string,
  exists: boolean,
) {
  const more = widget ? ` ${widget}` : ''
  const policy = [
    "default-src 'none'",
    `script-src 'self'${quoted(hashes.scripts)}${more}`,
    `style-src 'self'${quoted(hashes.styles)}`,
    `img-src 'self' data: blob:${more}`,
    `connect-src 'self'${more}`,
    `frame-src ${widget ?? "'none'"}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
  return reply
    .code(exists ? 200 : 404)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .headers(compressed ? { 'content-encoding': 'br' } : {})
    .type('text/html; charset=utf-8')
    .send(compressed ? brotli : html)
}

const takesBrotli = ({ headers }: FastifyRequest) => /\bbr\b/.test(String(headers['accept-encoding'] ?? ''))

const quoted = (hashes: string[]) => hashes.map((hash) => ` '${hash}'`).join('')
