// Reads the file of a multipart request into memory, because inspecting it needs the whole file. Parts are views of the body,
// not copies.
import type { IncomingMessage } from 'node:http'
import { getMultipartBoundary, type MultipartPart, parseMultipart } from '@remix-run/multipart-parser'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, createFieldsError } from '#server/app-error.ts'
import { createMemoryBudget, type Reservation } from '#server/load/memory-budget.ts'
import { uploadLimits } from '#shared/policy/limits.ts'

export interface UploadedFile {
  /** As the browser sent it; not validated. */
  name: string
  bytes: Buffer
}

/** Only file parts have a file name. */
interface FormPart {
  field: string
  fileName: string | undefined
  bytes: Buffer
}

const fieldName = 'file'
/** For boundaries and part headers. */
const multipartOverheadBytes = 64 * 1024

const createSingleFileError = () =>
  createFieldsError('invalid_request', [{ path: fieldName, message: 'Send one file at a time, in the field "file".' }])
const createUnknownFieldError = (name: string) =>
  createFieldsError('invalid_request', [
    { path: name, message: `There is no field "${name}" here: send the file in "file".` },
  ])

/** What it says by default names the limit of the applicants' files. */
const createTooLargeError = (maxBytes: number) =>
  new AppError(
    'file_too_large',
    maxBytes === uploadLimits.bytes
      ? {}
      : { message: `The file is larger than ${Math.floor(maxBytes / 1_000_000)} MB.` },
  )

/** An upload slower than this holds its place for nothing. */
export interface MinimumSpeed {
  bytesPerSecond: number
  /** Time to get going. */
  graceMs: number
  checkEveryMs: number
}
interface UploadOptions {
  speed?: MinimumSpeed | undefined
  maxBytes?: number
}

const minimumSpeed: MinimumSpeed = { bytesPerSecond: 4_000, graceMs: 30_000, checkEveryMs: 5_000 }

/**
 * Reads the request to its end even when it is refused: browsers show a reply only after they have sent everything.
 * @throws AppError `no_file`, `file_empty`, `file_too_large`, `invalid_request` for another field or a second file,
 * `malformed_request` when the body is cut short or not multipart at all, `upload_too_slow`, and what `memory` throws
 */
export async function readUpload(
  { raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>,
  memory: Pick<Reservation, 'add'>,
  { speed = minimumSpeed, maxBytes = uploadLimits.bytes }: UploadOptions = {},
): Promise<UploadedFile> {
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) throw new AppError('no_file')
  const { name, bytes } = getOnlyFile(parseParts(await readBody(raw, memory, { speed, maxBytes }), type))
  if (bytes.length > maxBytes) throw createTooLargeError(maxBytes)
  if (bytes.length > 0) return { name, bytes }
  // Browsers send an empty file input as a file without name and content.
  throw new AppError(name === '' ? 'no_file' : 'file_empty')
}

async function readBody(
  raw: IncomingMessage,
  memory: Pick<Reservation, 'add'>,
  { speed, maxBytes }: { speed: MinimumSpeed; maxBytes: number },
): Promise<Buffer> {
  const progress = { received: 0 }
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = watchSpeed(progress, speed, () => reject(new AppError('upload_too_slow')))
  })
  const body = readChunks(raw, memory, progress, maxBytes)
  try {
    return await Promise.race([body, tooSlow])
  } finally {
    clearInterval(timer)
  }
}

function watchSpeed(progress: { received: number }, speed: MinimumSpeed, onTooSlow: () => void): NodeJS.Timeout {
  const startedAt = performance.now()
  return setInterval(() => {
    const ms = performance.now() - startedAt
    if (ms > speed.graceMs && progress.received < (speed.bytesPerSecond * ms) / 1000) onTooSlow()
  }, speed.checkEveryMs)
}

async function readChunks(
  raw: IncomingMessage,
  memory: Pick<Reservation, 'add'>,
  progress: { received: number },
  maxBytes: number,
): Promise<Buffer> {
  let chunks: Buffer[] = []
  let received = 0
  try {
    // A request that is destroyed counts as one whose client has left: who is refused for want of memory is still to be told.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      received += (chunk as Buffer).length
      progress.received = received
      if (received > maxBytes + multipartOverheadBytes) {
        chunks = []
        continue
      }
      memory.add((chunk as Buffer).length)
      chunks.push(chunk as Buffer)
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('malformed_request', { cause })
  }
  if (received > maxBytes + multipartOverheadBytes) throw createTooLargeError(maxBytes)
  return Buffer.concat(chunks)
}

function parseParts(body: Buffer, type: string): FormPart[] {
  try {
    const boundary = getMultipartBoundary(type)
    if (boundary === null) throw new Error('The content type has no boundary.')
    return [...parseMultipart(body, { boundary, maxFileSize: body.length })].map(toPart)
  } catch (cause) {
    throw new AppError('malformed_request', { cause })
  }
}

/** @throws Error for a part without a name, or with one that is not UTF-8 */
function toPart({ name, filename, content }: MultipartPart): FormPart {
  if (name === undefined) throw new Error('A part has no name.')
  return { field: name, fileName: filename, bytes: joinChunks(content) }
}

/** Parsing the whole body at once yields one chunk, which needs no copy. */
function joinChunks(content: readonly Uint8Array[]): Buffer {
  const [first, second] = content
  if (!first || second) return Buffer.concat(content)
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength)
}

/** Returns the only file part; text fields are ignored. */
function getOnlyFile(parts: readonly FormPart[]): UploadedFile {
  const [file, second] = parts.filter(({ fileName }) => fileName !== undefined)
  if (file?.fileName === undefined) throw new AppError('no_file')
  if (file.field !== fieldName) throw createUnknownFieldError(file.field)
  if (second) throw createSingleFileError()
  return { name: decodeFileName(file.fileName), bytes: file.bytes }
}

// Browsers encode only these three characters, which would end the quoted name.
const decodeFileName = (fileName: string) => fileName.replace(/%(?:22|0D|0A)/gi, decodeURIComponent)

const MiB = 1024 * 1024
/** For the bytes of all uploads that are being read or inspected. */
export const uploadMemory = createMemoryBudget(256 * MiB)

/** Only calls of this scope take multipart; all others take JSON. */
export function acceptUploads(scope: FastifyInstance): void {
  // `readUpload` reads the body, and refuses any other content type with a message about files.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', async () => undefined)
}

/** The rest of a body that was given up on would be read as the next request. */
export function closeConnection(reply: FastifyReply, error: unknown): never {
  if (!reply.request.raw.complete) reply.header('connection', 'close')
  throw error
}

/** Hands over the file of a request, whose memory is released afterwards. @throws AppError as `readUpload` */
export async function withUpload<Result>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  handle: (file: UploadedFile) => Promise<Result>,
  options: Pick<UploadOptions, 'maxBytes'> = {},
): Promise<Result> {
  const memory = uploadMemory.open()
  try {
    return await handle(
      await readUpload(request, memory, options).catch((error: unknown) => closeConnection(reply, error)),
    )
  } finally {
    memory.release()
  }
}
