// The uploads that are not finished yet.
import { type FieldPath, getFieldId } from '../state/form-state.ts'

export interface Upload {
  readonly id: number
  readonly path: FieldPath
  readonly file: File
  /** `stalled`: the connection was lost; it is sent again when the connection is back. */
  readonly state: 'waiting' | 'sending' | 'stalled' | 'failed'
  /** 0 to 1. */
  readonly progress: number
  /** Of the file as it is sent, which may be smaller than the chosen one; null until sending begins. */
  readonly bytes: number | null
  /** Why it failed; empty otherwise. */
  readonly error: string
  /** It failed, and the same file would fail again. */
  readonly isFinal?: boolean
}

export const updateUpload = (uploads: readonly Upload[], id: number, change: Partial<Upload>) =>
  uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload))

export const removeUpload = (uploads: readonly Upload[], id: number) => uploads.filter((upload) => upload.id !== id)

/** The uploads to the answer at this path. */
export const filterUploads = (uploads: readonly Upload[], path: FieldPath) =>
  uploads.filter((upload) => getFieldId(upload.path) === getFieldId(path))

/** How many uploads to these sections are in one of the states. */
export const countUploads = (
  uploads: readonly Upload[],
  sections: readonly string[],
  states: readonly Upload['state'][],
) => uploads.filter(({ state, path }) => states.includes(state) && sections.includes(path.section)).length
