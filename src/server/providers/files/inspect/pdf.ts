// Checks that a PDF is complete (its header, its end mark, and the cross-reference table that the end points to) and
// does nothing by itself.
import type { RejectionCode } from './inspection-result.ts'
import { hasActiveContent } from './pdf-actions.ts'

/** PDF readers search this far from the end for the end mark. */
const TAIL_BYTES = 1024 + 64

/** Returns why the file is rejected, or null when it is accepted. */
export function checkPdf(bytes: Buffer): RejectionCode | null {
  const head = toLatin1(bytes, 0, 72)
  const start = head.length - head.trimStart().length
  if (!/^%PDF-[12]\.\d/.test(head.slice(start))) return 'file_unreadable'

  const tail = toLatin1(bytes, Math.max(0, bytes.length - TAIL_BYTES), bytes.length)
  const end = /^startxref\s+(\d{1,10})\s+%%EOF/.exec(tail.slice(Math.max(0, tail.lastIndexOf('startxref'))))
  if (!end) return 'file_unreadable'

  // Offsets count from the header, but some programs count from the first byte of the file.
  const offset = Number(end[1])
  if (!isCrossReference(bytes, offset + start) && !isCrossReference(bytes, offset)) return 'file_unreadable'
  return hasActiveContent(bytes) ? 'file_active' : null
}

/** A table with a trailer, or since PDF 1.5 a stream that contains both. */
function isCrossReference(bytes: Buffer, offset: number): boolean {
  const head = toLatin1(bytes, offset, offset + 4096).trimStart()
  if (/^\d+\s+\d+\s+obj\b/.test(head)) return /\/Type\s*\/XRef\b/.test(head)
  if (!/^xref\s/.test(head)) return false
  const trailer = bytes.indexOf('trailer', offset, 'latin1')
  return trailer !== -1 && bytes.indexOf('/Root', trailer, 'latin1') !== -1
}

const toLatin1 = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)
