// The name that an applicant gave to a file: what is kept of it, and what it claims the file to be.
import type { FileType } from '#server/providers/files/inspect/file-verdict.ts'

const longest = 120

const extensions: Record<FileType, readonly [string, ...string[]]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
}

/** Whether the name says the same as the content; a name without an extension says nothing. */
export function agrees(name: string, type: FileType): boolean {
  const extension = extensionOf(cleaned(name))
  return extension === null || extensions[type].includes(extension)
}

/** The name for people's eyes: no path, nothing invisible, at most 120 characters, ending as its type does. */
export function shownName(name: string, type: FileType): string {
  const clean = cleaned(name)
  const extension = extensionOf(clean)
  const stem = extension === null ? clean : clean.slice(0, -extension.length - 1)
  const ending = `.${extension ?? extensions[type][0]}`
  return `${cut(stem, longest - ending.length) || 'file'}${ending}`
}

/** A header that names the file in any script; older readers get the nearest plain letters. */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.() -]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

// Control and format characters go: among them those that turn the reading direction around ("fdp.exe").
const cleaned = (name: string) =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}"<>|:*?]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')

/** In lower case; "v1.2" and "Dr. Bello" end in no extension. */
const extensionOf = (clean: string) => /\.(?=\w*[a-z])(\w{2,5})$/i.exec(clean)?.[1]?.toLowerCase() ?? null

/** Whole characters only, so that no letter loses its half. */
const cut = (text: string, most: number) => {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > most) break
    kept += character
  }
  return kept.trimEnd()
}
