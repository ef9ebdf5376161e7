import type { FastifyRequest } from 'fastify'
import type { ApplicantRoutes } from '#server/http/applicant-audience.ts'
import { serve, serveRaw } from '#server/http/serve.ts'
import { acceptUploads, closeConnection, readUpload, uploadMemory } from '#server/http/uploads/read-upload.ts'
import { matchesEtag } from '#server/platform/pages/etag.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { getCacheHeaders, getContentHeaders, getProtectionHeaders } from './file-headers.ts'
import type { UploadService } from './service.ts'

export async function registerUploadRoutes(
  api: ApplicantRoutes,
  { uploads }: { uploads: UploadService },
): Promise<void> {
  await api.app.register(async (scope) => registerUploadRoute({ ...api, app: scope }, uploads))
  serve(api, 'files', async ({ principal: { accountId } }) => {
    const files = await uploads.listOwn(accountId)
    return { message: 'Your files.', data: files.map(({ id, ...file }) => ({ fileUrl: getFileUrl(id), ...file })) }
  })
  registerFileRoute(api, uploads)
}

function registerUploadRoute(api: ApplicantRoutes, service: UploadService) {
  acceptUploads(api.app)
  serve(
    api,
    'uploadFile',
    async ({ principal: { accountId }, request, reply }) => {
      const memory = uploadMemory.open()
      const read = () => readUpload(request, memory).catch((error: unknown) => closeConnection(reply, error))
      const { id, name, size, type } = await service
        .save(accountId, estimateBytes(request), read)
        .finally(() => memory.release())
      const done = { message: messages.upload.doneOne, fileUrl: getFileUrl(id) }
      return { ...done, data: { success: true as const, ...done, name, size, type } }
    },
    { limiter: 'slow' },
  )
}

/** The largest size that the file can have. */
function estimateBytes({ headers }: FastifyRequest) {
  const contentLength = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
  return Math.min(contentLength, uploadLimits.bytes)
}

function registerFileRoute(api: ApplicantRoutes, service: UploadService) {
  serveRaw(api, 'file', async ({ principal, params, request, reply }) => {
    const file = await service.getOwn(principal.accountId, params.id)
    const headers = { ...getProtectionHeaders(file), ...getCacheHeaders(file) }
    if (matchesEtag(request, headers.etag)) {
      reply.headers(headers).code(304)
      return
    }
    const content = await service.readContent(file)
    reply.headers(headers).headers(getContentHeaders(file))
    return content
  })
}
