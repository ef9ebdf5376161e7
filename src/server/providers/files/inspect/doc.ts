// Accepts a complete document of Word 97 to 2003 without macros.
import { readCompoundFile } from './compound-file.ts'
import type { RejectionCode } from './inspection-result.ts'

/** The first two bytes of the document's main stream. */
const WORD_MAGIC = 0xa5ec
const macroEntries = new Set(['macros', 'vba', '_vba_project', '_vba_project_cur'])

/** Returns why the file is rejected, or null when it is accepted. */
export function checkDoc(bytes: Buffer): RejectionCode | null {
  const file = readCompoundFile(bytes)
  if (!file) return 'file_unreadable'

  const document = file.entries.find(({ name, kind }) => kind === 'stream' && name === 'WordDocument')
  // The container also holds workbooks, slides, installers and encrypted documents.
  if (!document) return 'file_type_refused'
  if (file.entries.some(({ name }) => macroEntries.has(name.toLowerCase()))) return 'file_type_refused'

  const content = file.read(document)
  return content?.readUInt16LE(0) === WORD_MAGIC ? null : 'file_unreadable'
}
