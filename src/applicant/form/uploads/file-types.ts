import { type FileTypeGroup, fileTypeGroups, fileTypes } from '#shared/forms/file-types.ts'

/** MIME type → extensions, as `useDropzone` takes them. */
export const toDropzoneTypes = (group: FileTypeGroup): Record<string, string[]> =>
  Object.fromEntries(
    fileTypeGroups[group].map((type) => [type, fileTypes[type].extensions.map((extension) => `.${extension}`)]),
  )
