// The port to a virus scanner.

export type Verdict = 'clean' | 'infected'

export interface VirusScanner {
  /**
   * Looks through a whole file.
   * @throws ScannerError when there is no verdict: the scanner is away, too slow, or would not read the file
   */
  scan(content: Uint8Array): Promise<Verdict>
}

/** There is no verdict; the same file may be brought again later. */
export class ScannerError extends Error {
  override name = 'ScannerError'
}
