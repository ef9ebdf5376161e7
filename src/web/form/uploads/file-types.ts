// What a drop takes: for the browser's picker, for the check, and in words.
import type { FileTypes } from '#shared/forms/field.ts'

interface Accepted {
  /** For `useDropzone` and, flattened, the picker: MIME type → extensions. */
  readonly types: Readonly<Record<string, readonly string[]>>
  readonly words: string
}

const documents = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
} as const

export const acceptedTypes: Record<FileTypes, Accepted> = {
  documents: { types: documents, words: 'PDF, JPEG or PNG' },
  documentsAndWord: {
    types: {
      ...documents,
      'application/msword': ['.doc'],
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
    },
    words: 'PDF, JPEG, PNG, DOC or DOCX',
  },
}
