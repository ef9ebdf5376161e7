import type { FastifyRequest } from 'fastify'
import { type Api, serve, serveRaw } from '#server/platform/api/serve.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { hasCurrent } from '#server/platform/pages/etag.ts'
import type { VirusScanner } from '#server/providers/files/scan/virus-scanner.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { fileUrl } from '#shared/api/calls.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { contentDisposition } from './file-name.ts'
import { receiveFile } from './read-upload.ts'
import { type UploadService, uploadService } from './service.ts'
import type { OwnFile } from './store.ts'
import { room } from './upload-memory.ts'

interface Options {
  database: Pick<Database, 'db' | 'pool'>
  files: FileStore
  scanner?: VirusScanner | undefined
  clock: () => Date
}

const MiB = 1024 * 1024
/** Of uploads that are on their way, in one process and for one account. */
const inMemory = { capacity: 256 * MiB, share: 32 * MiB }

export async function uploadRoutes(api: Api, { database, files, scanner, clock }: Options): Promise<void> {
  const service = uploadService({ database, files, scanner, clock })
  await api.app.register(async (scope) => takeUploads({ ...api, app: scope }, service))
  giveFiles(api, service)
}

/** Multipart is taken here only: every other call stays with JSON. */
function takeUploads(api: Api, service: UploadService) {
  const memory = room(inMemory)
  // The body is read by the call itself; whatever else comes is no file, and the answer says so.
  api.app.removeAllContentTypeParsers()
  api.app.addContentTypeParser('*', async () => undefined)

  serve(
    api,
    'uploadFile',
    async ({ caller: { accountId }, request }) => {
      const expected = expectedBytes(request)
      const leave = memory.enter(accountId, expected)
      try {
        const { id, name, size, type } = await service.take(accountId, expected, () => receiveFile(request))
        const done = { message: notices.upload.doneOne, fileUrl: fileUrl(id) }
        return { ...done, data: { success: true as const, ...done, name, size, type } }
      } finally {
        leave()
      }
    },
    { gate: 'others' },
  )
}

/** What the request will hold in memory at most. */
function expectedBytes({ headers }: FastifyRequest) {
  const announced = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
  return Math.min(announced, uploadLimits.bytes)
}

// What a file holds may never run as part of this site, whatever a browser makes of it.
const sandbox = "sandbox; default-src 'none'; frame-ancestors 'none'"
/** Browsers draw a PDF by a page of their own, to which the policy applies too: Safari's needs its scripts. */
const pdfSandbox = "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const headersOf = ({ type, sha256 }: OwnFile) => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': type === 'application/pdf' ? pdfSandbox : sandbox,
  // Kept, but asked about each time: the computer may be another person's the next hour.
  'cache-control': 'private, no-cache',
  etag: `"${sha256.toString('base64url')}"`,
})

function giveFiles(api: Api, service: UploadService) {
  serveRaw(api, 'file', async ({ caller, params, request, reply }) => {
    const file = await service.own(caller.accountId, params.id)
    const headers = headersOf(file)
    if (hasCurrent(request, headers.etag)) return reply.headers(headers).code(304).send()

    const content = await service.contentOf(file)
    const isShown = file.type.startsWith('image/') || file.type === 'application/pdf'
    return reply
      .headers(headers)
      .type(file.type)
      .header('content-length', file.size)
      .header('content-disposition', contentDisposition(isShown ? 'inline' : 'attachment', file.name))
      .send(content)
  })
}
