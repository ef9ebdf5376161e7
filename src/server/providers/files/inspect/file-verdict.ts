// What an upload turns out to be: one of the accepted types, in the form that is kept, or refused.
import type { ErrorCode } from '#shared/messages/errors.ts'

export type FileType =
  | 'image/jpeg'
  | 'image/png'
  | 'application/pdf'
  | 'application/msword'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export type Refusal = Extract<ErrorCode, 'file_empty' | 'file_too_large' | 'file_type_refused' | 'file_unreadable'>

export type CheckedFile = AcceptedFile | RefusedFile

/** `bytes` are what is to be kept: the same as were sent, but for images, which are made anew. */
interface AcceptedFile {
  kind: 'accepted'
  type: FileType
  bytes: Buffer
}

export interface RefusedFile {
  kind: 'refused'
  code: Refusal
}

export const refused = (code: Refusal): RefusedFile => ({ kind: 'refused', code })
