// How a file leaves the browser. The form knows the drop and the progress; what sends them is handed in.
import { createContext, use } from 'react'

export interface UploadPort {
  /**
   * Sends one file; returns the link that answers name it by.
   * @param report told how much has gone, 0 to 1
   * @throws UploadFailure
   */
  send(file: File, report: (part: number) => void, signal: AbortSignal): Promise<string>
  /** Most bytes of one file. */
  readonly largest: number
  /** Whether the file could not be sent for its size. */
  isTooLarge(file: File): boolean
  readonly words: {
    readonly none: string
    readonly selectOne: string
    readonly failed: string
    readonly doneOne: string
    readonly doneMany: string
    /** "1.4 MB" */
    size(bytes: number): string
  }
}

/** Why a file did not arrive, in words for the person. */
export class UploadFailure extends Error {
  override readonly name = 'UploadFailure'
  /** The line was down: it is tried again by itself when the line is back. */
  readonly isOffline: boolean

  constructor(message: string, { isOffline }: { isOffline: boolean }) {
    super(message)
    this.isOffline = isOffline
  }
}

const PortContext = createContext<UploadPort | null>(null)
export const UploadPortProvider = PortContext.Provider

/** @throws when the page hands in no port */
export function useUploadPort(): UploadPort {
  const port = use(PortContext)
  if (!port) throw new Error('Files are asked for on a page without an UploadPortProvider.')
  return port
}
