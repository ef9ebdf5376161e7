// The port for the inspection of uploads: detects the type by the content and checks the whole file.
import type { InspectionResult } from './inspection-result.ts'

export interface FileInspector {
  /**
   * Images come back re-encoded, without metadata and upright. A file that takes too much time or memory is unreadable.
   * One account's files are inspected one after the other.
   * @param bytes are taken over with the memory that they are in: no view of it can be used afterwards
   * @throws AppError `unavailable` when too many files wait
   */
  inspect(bytes: Buffer, accountId?: string): Promise<InspectionResult>
}
