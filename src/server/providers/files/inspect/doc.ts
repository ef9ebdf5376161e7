// Whether a compound file is a whole document of Word 97 to 2003 without macros.

import { readCompoundFile } from './compound-file.ts'
import type { Refusal } from './file-verdict.ts'

/** The first two bytes of the document's main stream. */
const WORD_MARK = 0xa5ec
const macros = new Set(['macros', 'vba', '_vba_project', '_vba_project_cur'])

export function docRefusal(bytes: Buffer): Refusal | null {
  const file = readCompoundFile(bytes)
  if (!file) return 'file_unreadable'

  const document = file.entries.find(({ name, kind }) => kind === 'stream' && name === 'WordDocument')
  // Workbooks, slides, installers and password-protected documents come in the same container.
  if (!document) return 'file_type_refused'
  if (file.entries.some(({ name }) => macros.has(name.toLowerCase()))) return 'file_type_refused'

  const content = file.read(document)
  return content?.readUInt16LE(0) === WORD_MARK ? null : 'file_unreadable'
}
