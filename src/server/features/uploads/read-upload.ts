// Reads the one file of a multipart request into memory: its type shows only when it is whole. Then the form is taken apart
// where it lies, and the file is a part of the body, not a copy.
import type { IncomingMessage } from 'node:http'
import { getMultipartBoundary, type MultipartPart, parseMultipart } from '@remix-run/multipart-parser'
import type { FastifyRequest } from 'fastify'
import { AppError, refusedFields } from '#server/platform/api/app-error.ts'
import { uploadLimits } from '#shared/policy/limits.ts'

export interface ReceivedFile {
  /** As the browser gave it; not to be believed. */
  name: string
  bytes: Buffer
}

/** A part of the form as it was sent; only files have names of their own. */
interface Part {
  field: string
  fileName: string | undefined
  bytes: Buffer
}

const fieldName = 'file'
/** Beside the file's own bytes: boundaries and the heads of parts. */
const formBytes = 64 * 1024

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
export async function receiveFile({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): Promise<ReceivedFile> {
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) throw new AppError('no_file')
  const { name, bytes } = onlyFile(partsOf(await wholeBody(raw), type))
  if (bytes.length > uploadLimits.bytes) throw new AppError('file_too_large')
  if (bytes.length > 0) return { name, bytes }
  // A form whose file control was left alone sends a file without name or content.
  throw new AppError(name === '' ? 'no_file' : 'file_empty')
}

async function wholeBody(raw: IncomingMessage): Promise<Buffer> {
  let chunks: Buffer[] = []
  let received = 0
  try {
    for await (const chunk of raw) {
      received += (chunk as Buffer).length
      if (received > uploadLimits.bytes + formBytes) chunks = []
      else chunks.push(chunk as Buffer)
    }
  } catch (cause) {
    throw new AppError('malformed_request', { cause })
  }
  // One that was destroyed before it was read ends like a short one.
  if (!raw.complete) throw new AppError('malformed_request')
  if (received > uploadLimits.bytes + formBytes) throw new AppError('file_too_large')
  return Buffer.concat(chunks)
}

function partsOf(body: Buffer, type: string): Part[] {
  try {
    const boundary = getMultipartBoundary(type)
    if (boundary === null) throw new Error('The form does not tell what stands between its parts.')
    return [...parseMultipart(body, { boundary, maxFileSize: body.length })].map(partOf)
  } catch (cause) {
    throw new AppError('malformed_request', { cause })
  }
}

/** @throws Error for a part without a name, or with one that is not UTF-8 */
function partOf({ name, filename, content }: MultipartPart): Part {
  if (name === undefined) throw new Error('A part has no name.')
  return { field: name, fileName: filename, bytes: inOnePiece(content) }
}

/** Without a copy where it is one, which it is when the whole body was parsed at once. */
function inOnePiece(content: readonly Uint8Array[]): Buffer {
  const [first, second] = content
  if (!first || second) return Buffer.concat(content)
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength)
}

/** The form's file; what it tells besides in fields of text is nobody's business. */
function onlyFile(parts: readonly Part[]): ReceivedFile {
  const [file, second] = parts.filter(({ fileName }) => fileName !== undefined)
  if (file?.fileName === undefined) throw new AppError('no_file')
  if (file.field !== fieldName) throw anotherField(file.field)
  if (second) throw oneFileOnly()
  return { name: asGiven(file.fileName), bytes: file.bytes }
}

// Browsers write what would end a name within its quotes so, and nothing else.
const asGiven = (fileName: string) => fileName.replace(/%(?:22|0D|0A)/gi, decodeURIComponent)
