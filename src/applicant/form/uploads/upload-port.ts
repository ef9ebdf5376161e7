// How the form sends files. The page hands in the function that uploads them.
import { createContext, use } from 'react'

/** A finished upload. */
export interface FinishedUpload {
  readonly link: string
  readonly name: string
  /** Bytes. */
  readonly size: number
}

export interface UploadPort {
  /**
   * Uploads one file.
   * @param onProgress called with 0 to 1, and with the bytes of the file as it is sent
   * @throws UploadFailure
   */
  send(
    file: File,
    onProgress: (progress: number, bytes: number) => void,
    signal: AbortSignal,
  ): Promise<{ link: string; size: number }>
  /** The files of earlier visits. */
  list(): Promise<readonly FinishedUpload[]>
  readonly maxBytes: number
  isTooLarge(file: File): boolean
  readonly messages: {
    readonly none: string
    readonly selectOne: string
    readonly failed: string
    readonly doneOne: string
    readonly doneMany: string
    /** "1.4 MB" */
    formatSize(bytes: number): string
  }
}

/** Its message is shown to the user. */
export class UploadFailure extends Error {
  override readonly name = 'UploadFailure'
  /** The connection was lost: the upload is retried when it is back. */
  readonly isOffline: boolean
  /** The file itself is refused: sending it again would not help. */
  readonly isFinal: boolean

  constructor(message: string, { isOffline, isFinal = false }: { isOffline: boolean; isFinal?: boolean }) {
    super(message)
    this.isOffline = isOffline
    this.isFinal = isFinal
  }
}

const PortContext = createContext<UploadPort | null>(null)
export const UploadPortProvider = PortContext.Provider

/** @throws Error outside an UploadPortProvider */
export function useUploadPort(): UploadPort {
  const port = use(PortContext)
  if (!port) throw new Error('useUploadPort was called outside an UploadPortProvider.')
  return port
}
