// How the form sends files. The page hands in the function that uploads them.
import { createContext, use } from 'react'

export interface UploadPort {
  /**
   * Uploads one file and returns its link.
   * @param onProgress called with 0 to 1
   * @throws UploadFailure
   */
  send(file: File, onProgress: (progress: number) => void, signal: AbortSignal): Promise<string>
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

  constructor(message: string, { isOffline }: { isOffline: boolean }) {
    super(message)
    this.isOffline = isOffline
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
