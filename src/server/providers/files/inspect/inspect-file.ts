// Tells an upload's type by its content and checks it whole; its name and what the browser says are not believed.
import { fileTypeFromBuffer } from 'file-type'
import { uploadLimits } from '#shared/policy/limits.ts'
import { docRefusal } from './doc.ts'
import { docxRefusal } from './docx.ts'
import { type CheckedFile, type FileType, type Refusal, refused } from './file-verdict.ts'
import { cleanImage } from './image.ts'
import { pdfRefusal } from './pdf.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const checks: Record<FileType, (bytes: Buffer) => CheckedFile | Promise<CheckedFile>> = {
  'image/jpeg': (bytes) => cleanImage(bytes, 'image/jpeg'),
  'image/png': (bytes) => cleanImage(bytes, 'image/png'),
  'application/pdf': (bytes) => unchanged(bytes, 'application/pdf', pdfRefusal(bytes)),
  'application/msword': (bytes) => unchanged(bytes, 'application/msword', docRefusal(bytes)),
  [docx]: async (bytes) => unchanged(bytes, docx, await docxRefusal(bytes)),
}

/** Containers that only a look inside tells apart; the checks refuse what is not a document of Word. */
const containers: Readonly<Record<string, FileType>> = {
  'application/zip': docx,
  'application/x-cfb': 'application/msword',
  'image/apng': 'image/png',
}

/** Recognises and checks a whole upload. Images come back re-encoded, without metadata and upright. Never throws. */
export async function recognise(bytes: Buffer): Promise<CheckedFile> {
  if (bytes.length === 0) return refused('file_empty')
  if (bytes.length > uploadLimits.bytes) return refused('file_too_large')
  const type = await typeOf(bytes)
  return type ? checks[type](bytes) : refused('file_type_refused')
}

async function typeOf(bytes: Buffer): Promise<FileType | null> {
  // Some scanners and servers put blank lines before a PDF, and readers do not mind.
  const start = bytes.subarray(0, 64).findIndex((byte) => byte > 0x20)
  const found = (await fileTypeFromBuffer(bytes.subarray(Math.max(start, 0))))?.mime ?? ''
  if (Object.hasOwn(checks, found)) return found as FileType
  return Object.hasOwn(containers, found) ? (containers[found] ?? null) : null
}

const unchanged = (bytes: Buffer, type: FileType, code: Refusal | null): CheckedFile =>
  code ? refused(code) : { kind: 'accepted', type, bytes }
