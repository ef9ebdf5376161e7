// File names as applicants send them: cleaned for display and compared with the file's type.

import { cleanName, maxNameLength, truncateName } from '#server/http/uploads/stored-name.ts'
import { type FileType, fileTypes } from '#shared/forms/file-types.ts'

const getExtensions = (type: FileType): readonly string[] => fileTypes[type].extensions

/** Whether the extension fits the type of the content. A name without an extension fits every type. */
export function hasMatchingExtension(name: string, type: FileType): boolean {
  const extension = getExtension(cleanName(name))
  return extension === null || getExtensions(type).includes(extension)
}

/** The name without path and invisible characters, at most 120 characters, with the extension of its type. */
export function toDisplayName(name: string, type: FileType): string {
  const clean = cleanName(name)
  const extension = getExtension(clean)
  const stem = extension === null ? clean : clean.slice(0, -extension.length - 1)
  const ending = `.${extension ?? fileTypes[type].extensions[0]}`
  return `${truncateName(stem, maxNameLength - ending.length) || 'file'}${ending}`
}

/** The header's value with the name in UTF-8, and in the nearest ASCII characters for old browsers. */
export function formatContentDisposition(disposition: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.() -]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** In lower case. "v1.2" and "Dr. Bello" have no extension. */
function getExtension(clean: string): string | null {
  const dot = clean.lastIndexOf('.')
  const extension = clean.slice(dot + 1).toLowerCase()
  return dot >= 0 && /^\w{2,5}$/.test(extension) && /[a-z]/.test(extension) ? extension : null
}
