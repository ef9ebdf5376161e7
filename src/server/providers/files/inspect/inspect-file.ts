// Detects the type of an upload by its content and checks the whole file. Its name and the browser's type are ignored.
import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import type { FileType } from '#shared/forms/file-types.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { checkDoc } from './doc.ts'
import { checkDocx } from './docx.ts'
import { reencodeImage } from './image.ts'
import {
  type AcceptedFile,
  type InspectionResult,
  type RejectedFile,
  type RejectionCode,
  reject,
} from './inspection-result.ts'
import { checkPdf } from './pdf.ts'

type CheckResult = AcceptedFile | RejectedFile

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const checks: Record<FileType, (bytes: Buffer) => CheckResult | Promise<CheckResult>> = {
  'image/jpeg': (bytes) => reencodeImage(bytes, 'image/jpeg'),
  'image/png': (bytes) => reencodeImage(bytes, 'image/png'),
  'application/pdf': (bytes) => toResult(bytes, 'application/pdf', checkPdf(bytes)),
  'application/msword': (bytes) => toResult(bytes, 'application/msword', checkDoc(bytes)),
  [docx]: async (bytes) => toResult(bytes, docx, await checkDocx(bytes)),
}

/** Container formats that may hold an accepted type. The checks reject everything else. */
const containers: Readonly<Record<string, FileType>> = {
  'application/zip': docx,
  'application/x-cfb': 'application/msword',
  'image/apng': 'image/png',
}

/** Inspects a whole upload. Images come back re-encoded, without metadata and upright. Never throws. */
export async function inspectFile(bytes: Buffer): Promise<InspectionResult> {
  if (bytes.length === 0) return reject('file_empty')
  if (bytes.length > uploadLimits.bytes) return reject('file_too_large')
  const type = await detectType(bytes)
  if (!type) return reject('file_type_refused')
  const result = await checks[type](bytes)
  return result.kind === 'accepted' ? { ...result, sha256: createHash('sha256').update(result.bytes).digest() } : result
}

async function detectType(bytes: Buffer): Promise<FileType | null> {
  // Some scanners and servers write empty lines before a PDF, and PDF readers accept that.
  const start = bytes.subarray(0, 64).findIndex((byte) => byte > 0x20)
  const mime = (await fileTypeFromBuffer(bytes.subarray(Math.max(start, 0))))?.mime ?? ''
  if (Object.hasOwn(checks, mime)) return mime as FileType
  return Object.hasOwn(containers, mime) ? (containers[mime] ?? null) : null
}

const toResult = (bytes: Buffer, type: FileType, code: RejectionCode | null): CheckResult =>
  code ? reject(code) : { kind: 'accepted', type, bytes }
