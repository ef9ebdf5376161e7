// Reads the one file of a multipart request into memory: its type shows only when it is whole. The platform's own parser
// takes the form apart, in a fraction of the time of those that work while the bytes come in.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError, refusedFields } from '#server/http/app-error.ts'
import { uploadLimits } from '#shared/rules/limits.ts'

export interface ReceivedFile {
  /** As the browser gave it; not to be believed. */
  name: string
  bytes: Buffer
}

type SentFile = Exclude<ReturnType<FormData['get']>, string | null>

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
  const file = onlyFile(await formOf(await wholeBody(raw), type))
  const bytes = Buffer.from(await file.arrayBuffer())
  if (bytes.length > uploadLimits.bytes) throw new AppError('file_too_large')
  if (bytes.length > 0) return { name: file.name, bytes }
  // A form whose file control was left alone sends a file without name or content.
  throw new AppError(file.name === '' ? 'no_file' : 'file_empty')
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

async function formOf(body: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData()
  } catch (cause) {
    throw new AppError('malformed_request', { cause })
  }
}

/** The form's file; what it tells besides in fields of text is nobody's business. */
function onlyFile(form: FormData): SentFile {
  const files = [...form].flatMap(([field, part]) => (typeof part === 'string' ? [] : [[field, part] as const]))
  const [first, second] = files
  if (!first) throw new AppError('no_file')
  if (first[0] !== fieldName) throw anotherField(first[0])
  if (second) throw oneFileOnly()
  return first[1]
}
