// The file types that an upload field accepts.
import type { FileTypes } from '#shared/forms/field.ts'

interface AcceptedTypes {
  /** MIME type → extensions, as `useDropzone` takes them. */
  readonly types: Readonly<Record<string, readonly string[]>>
  readonly label: string
}

const documents = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
} as const

export const acceptedTypes: Record<FileTypes, AcceptedTypes> = {
  documents: { types: documents, label: 'PDF, JPEG or PNG' },
  documentsAndWord: {
    types: {
      ...documents,
      'application/msword': ['.doc'],
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
    },
    label: 'PDF, JPEG, PNG, DOC or DOCX',
  },
}
