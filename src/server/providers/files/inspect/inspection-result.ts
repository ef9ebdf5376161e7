import type { FileType } from '#shared/forms/file-types.ts'
import type { ErrorCode } from '#shared/messages/errors.ts'

export type RejectionCode = Extract<
  ErrorCode,
  'file_empty' | 'file_too_large' | 'file_type_refused' | 'file_unreadable' | 'file_active'
>

export type InspectionResult = (AcceptedFile & { sha256: Buffer }) | RejectedFile

/** `bytes` are what is stored: the sent ones, or a re-encoded image. */
export interface AcceptedFile {
  kind: 'accepted'
  type: FileType
  bytes: Buffer
}

export interface RejectedFile {
  kind: 'rejected'
  code: RejectionCode
}

export const reject = (code: RejectionCode): RejectedFile => ({ kind: 'rejected', code })
