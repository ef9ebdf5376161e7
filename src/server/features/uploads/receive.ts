// Reads the one file of a multipart request into memory: its type shows only when it is whole.
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError, refusedFields } from '#server/http/app-error.ts'
import { uploadLimits } from '#shared/rules/limits.ts'

export interface ReceivedFile {
  /** As the browser gave it; not to be believed. */
  name: string
  bytes: Buffer
}

const fieldName = 'file'
const limits = { fileSize: uploadLimits.bytes, fieldSize: 1024, parts: 20 }

const oneFileOnly = () =>
  refusedFields('invalid_request', [{ path: fieldName, message: 'Send one file at a time, in the field "file".' }])
const anotherField = (name: string) =>
  refusedFields('invalid_request', [
    { path: name, message: `There is no field "${name}" here: send the file in "file".` },
  ])

/**
 * Reads the request to its end, also past what is refused, so that the browser gets to see the refusal.
 * @throws AppError `no_file`, `file_empty`, `file_too_large`, `invalid_request` for another field or a second file,
 * `malformed_request` when the body is cut short or not multipart at all
 */
export async function receiveFile(request: FastifyRequest): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new AppError('no_file')
  // The parser would wait for ever for the end of a request that is over already.
  if (request.raw.destroyed) throw new AppError('malformed_request')
  try {
    return await onlyFile(request)
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('malformed_request', { cause: error })
  }
}

async function onlyFile(request: FastifyRequest): Promise<ReceivedFile> {
  let received: ReceivedFile | undefined
  let refusal: AppError | undefined
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue
    if (received || refusal) {
      part.file.resume()
      refusal ??= oneFileOnly()
    } else if (part.fieldname !== fieldName) {
      part.file.resume()
      refusal = anotherField(part.fieldname)
    } else {
      received = await wholePart(part)
      if (part.file.truncated) refusal = new AppError('file_too_large')
    }
  }
  if (refusal) throw refusal
  if (!received) throw new AppError('no_file')
  if (received.bytes.length > 0) return received
  // A form whose file control was left alone sends a file without name or content.
  throw new AppError(received.name === '' ? 'no_file' : 'file_empty')
}

async function wholePart({ file, filename }: MultipartFile): Promise<ReceivedFile> {
  let chunks: Buffer[] = []
  for await (const chunk of file) {
    if (file.truncated) chunks = []
    else chunks.push(chunk)
  }
  return { name: filename ?? '', bytes: Buffer.concat(chunks) }
}
