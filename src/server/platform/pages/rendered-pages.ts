// The pages with the facts of the current exercise: rendered again, by the build's renderer, when its facts change.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import type { Exercise } from '#shared/api/applicant/exercise.ts'

export interface PageHashes {
  styles: string[]
  scripts: string[]
  /** Of a page whose HTML holds only what every visitor sees while its code loads. */
  isSkeleton?: boolean
}

export interface StaticPage {
  html: Buffer
  brotli: Buffer
  /** Of its inline styles and scripts, for the content security policy. */
  hashes: PageHashes
}

/** Below the directory of the built web app; never served. */
export const rendererDirectory = '.renderer'

type PublicFacts = Omit<Exercise, 'payment'>

export interface FactsOptions {
  /** Reads the public facts of the current exercise; null before the first one was made. */
  readFacts: () => Promise<PublicFacts | null>
  clock: () => Date
  /** For the log, without messages. */
  describeError: (error: unknown) => object[]
  /** The portal's address, without a trailing slash. */
  publicUrl: string
}

/** The build's renderer: `src/applicant/app/prerendered.tsx`. */
interface Renderer {
  renderPageDocument(document: string, path: string, facts: PublicFacts | null, origin: string): Promise<string>
}

type Pages = ReadonlyMap<string, StaticPage>

const refreshMs = 5_000
/** How long a visitor waits for the facts; without a database the pages of before are served. */
const timeoutMs = 500

const compress = promisify(brotliCompress)

/**
 * Renders the pages with the facts of now.
 * @returns reads the current pages; asks for the facts at most every five seconds
 */
export async function createPageReader(
  built: Pages,
  root: string,
  log: FastifyBaseLogger,
  { readFacts, clock, publicUrl = '', describeError }: Partial<FactsOptions>,
): Promise<() => Promise<Pages>> {
  const file = join(root, rendererDirectory, 'prerendered.mjs')
  if (!readFacts || !clock || !existsSync(file)) return async () => built

  let pages = built
  let rendered = ''
  let askedAt = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | undefined

  async function renderChanges(readFacts: FactsOptions['readFacts']) {
    const facts = await readFacts()
    const key = JSON.stringify(facts)
    if (key === rendered) return
    const { renderPageDocument } = (await import(pathToFileURL(file).href)) as Renderer
    const entries = [...built].map(async ([path, page]) => {
      const html = Buffer.from(await renderPageDocument(page.html.toString(), path, facts, publicUrl))
      return [path, { ...page, html, brotli: await compress(html) }] as const
    })
    pages = new Map(await Promise.all(entries))
    rendered = key
  }

  function refresh(): Promise<void> {
    if (refreshing) return refreshing
    refreshing = renderChanges(readFacts as FactsOptions['readFacts'])
      .catch((error: unknown) =>
        log.warn(
          { errors: describeError?.(error) },
          'the exercise could not be read; serving the pages that were rendered before',
        ),
      )
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  await refresh()
  askedAt = clock().getTime()
  return async () => {
    const now = clock().getTime()
    // Also when the clock was set back.
    if (Math.abs(now - askedAt) >= refreshMs) {
      askedAt = now
      refresh()
    }
    if (refreshing) await Promise.race([refreshing, pause(timeoutMs)])
    return pages
  }
}
