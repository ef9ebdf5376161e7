// The application slips of a list as PDF files in a ZIP archive, rendered one after the other.
import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#server/app-error.ts'
import { describeError, isUnavailable } from '#server/database/errors.ts'
import type { ExportSummary, ListRequest } from '#server/providers/files/export/table-exporter.ts'
import { type ArchiveEntry, createArchive } from '#server/providers/files/store/archive.ts'
import type { ReviewService } from '../reviews/service.ts'
import type { SlipService } from '../slips/service.ts'
import { ExportStoppedError } from './export-stopped.ts'

/** More take hours, and no printer asks for them at once. */
const maxSlips = 20_000
/** The threads of the renderer answer this while the server starts or is overloaded. */
const maxRetries = 3

export interface PackDependencies {
  reviews: Pick<ReviewService, 'listNumbers'>
  /** Rendered apart from the slips that applicants wait for. */
  bulkSlips: Pick<SlipService, 'renderApplicationSlip'>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

export interface PackProgress {
  signal: AbortSignal
  onProgress: (progress: { done: number; total: number }) => void
}

/** @throws ExportStoppedError `too_many_slips` */
export async function* packSlips(
  { reviews, bulkSlips, log }: PackDependencies,
  request: ListRequest,
  { signal, onProgress }: PackProgress,
): AsyncGenerator<Uint8Array, ExportSummary> {
  const listed = await reviews.listNumbers(request, maxSlips + 1)
  if (listed.length > maxSlips) throw new ExportStoppedError('too_many_slips')
  const total = listed.length
  onProgress({ done: 0, total })
  let rendered = 0

  async function* listEntries(): AsyncGenerator<ArchiveEntry> {
    const missing: string[] = []
    for (const [index, { accountId, number }] of listed.entries()) {
      signal.throwIfAborted()
      const content = await renderSlip(accountId)
      if (content) {
        rendered += 1
        yield { path: `${number}.pdf`, content: Readable.from([content]), compression: 'none' }
      } else missing.push(`${number}\r\n`)
      onProgress({ done: index + 1, total })
    }
    if (rendered === 0 && total > 0) throw new Error('No slip of an export could be rendered.')
    const note = `These applications have no slip here, because theirs could not be made:\r\n${missing.join('')}`
    if (missing.length > 0)
      yield { path: 'missing.txt', content: Readable.from([Buffer.from(note)]), compression: 'best' }
  }

  /** Null when this one cannot be rendered: the others are worth having. */
  async function renderSlip(accountId: string): Promise<Buffer | null> {
    for (let attempt = 1; ; attempt++)
      try {
        const { content } = await bulkSlips.renderApplicationSlip(accountId)
        return Buffer.from(content)
      } catch (error) {
        signal.throwIfAborted()
        // A database that is away fails the export; what concerns one application does not.
        if (isUnavailable(error)) throw error
        if (error instanceof AppError && error.code === 'unavailable' && attempt < maxRetries) continue
        log.warn({ errors: describeError(error), accountId }, 'an application slip is missing in an export')
        return null
      }
  }

  const archive = createArchive(listEntries(), new Date())
  try {
    yield* archive as AsyncIterable<Uint8Array>
    return { rows: rendered }
  } finally {
    archive.destroy()
  }
}
