// The drop's own rejections (specification, section 5): which file, and what to do.
import type { FileRejection } from 'react-dropzone'

interface Limits {
  /** "PDF, JPEG or PNG" */
  readonly typeWords: string
  /** "5 MB" */
  readonly sizeWords: string
  /** Most files of the answer. */
  readonly limit: number
}

/** One sentence per file. */
export function rejectionWords(rejections: readonly FileRejection[], limits: Limits): string[] {
  const sentences = rejections.map(({ file, errors }) => sentenceOf(file.name, errors[0]?.code ?? '', limits))
  return [...new Set(sentences)]
}

function sentenceOf(name: string, code: string, { typeWords, sizeWords, limit }: Limits): string {
  switch (code) {
    case 'file-invalid-type':
      return `${name}: File type must be ${typeWords}.`
    case 'file-too-large':
      return `${name}: The file is larger than ${sizeWords}. Choose a smaller one.`
    case 'file-too-small':
      return `${name}: The file is empty. Choose another one.`
    case 'too-many-files':
      return `${name}: Too many files, at most ${limit} here.`
    default:
      return `${name}: This file can't be taken.`
  }
}
