// The port for virus scanners.

export type ScanVerdict = 'clean' | 'infected'

export interface VirusScanner {
  /**
   * Scans a whole file.
   * @throws ScannerError when there is no verdict: the scanner is unreachable, too slow, or refuses the file
   */
  scan(content: Uint8Array): Promise<ScanVerdict>
}

/** There is no verdict. The same file can be scanned again later. */
export class ScannerError extends Error {
  override name = 'ScannerError'
}
