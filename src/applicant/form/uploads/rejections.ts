// Messages for files that the drop zone rejects before they are sent.
import type { FileRejection } from 'react-dropzone'
import { type FileTypeGroup, fileMessages } from '#shared/forms/file-types.ts'

interface Limits {
  readonly accepts: FileTypeGroup
  /** "5 MB" */
  readonly sizeLabel: string
  /** Of the answer. */
  readonly maxFiles: number
}

/** One message per file. */
export function describeRejections(rejections: readonly FileRejection[], limits: Limits): string[] {
  const messages = rejections.map(({ file, errors }) => describeRejection(file.name, errors[0]?.code ?? '', limits))
  return [...new Set(messages)]
}

function describeRejection(name: string, code: string, { accepts, sizeLabel, maxFiles }: Limits): string {
  switch (code) {
    case 'file-invalid-type':
      return `${name}: ${fileMessages.wrongType(accepts)}`
    case 'file-too-large':
      return `${name}: ${fileMessages.tooLarge(sizeLabel)}`
    case 'file-too-small':
      return `${name}: ${fileMessages.empty}`
    case 'too-many-files':
      return `${name}: Too many files, at most ${maxFiles} here.`
    default:
      return `${name}: This file can't be taken.`
  }
}
