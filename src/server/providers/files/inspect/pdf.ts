// Whether a PDF is whole: it begins as one, ends as one, and its end points to where its objects are listed.
import type { Refusal } from './file-verdict.ts'

/** How far from the end readers look for the end mark. */
const TAIL_BYTES = 1024 + 64

export function pdfRefusal(bytes: Buffer): Refusal | null {
  const start = /^\s*(?=%PDF-[12]\.\d)/.exec(latin(bytes, 0, 72))?.[0].length
  if (start === undefined) return 'file_unreadable'

  const tail = latin(bytes, Math.max(0, bytes.length - TAIL_BYTES), bytes.length)
  const end = /^startxref\s+(\d{1,10})\s+%%EOF/.exec(tail.slice(Math.max(0, tail.lastIndexOf('startxref'))))
  if (!end) return 'file_unreadable'

  // Offsets count from the header, but some writers count from the first byte of the file.
  const offset = Number(end[1])
  return isListing(bytes, offset + start) || isListing(bytes, offset) ? null : 'file_unreadable'
}

/** A table with its trailer, or since PDF 1.5 a stream that is both. */
function isListing(bytes: Buffer, offset: number): boolean {
  const head = latin(bytes, offset, offset + 4096).trimStart()
  if (/^\d+\s+\d+\s+obj\b/.test(head)) return /\/Type\s*\/XRef\b/.test(head)
  if (!/^xref\s/.test(head)) return false
  const trailer = bytes.indexOf('trailer', offset, 'latin1')
  return trailer !== -1 && bytes.indexOf('/Root', trailer, 'latin1') !== -1
}

const latin = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)
