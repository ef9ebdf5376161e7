import { serveThread } from '#server/platform/load/serve-thread.ts'
import { inspectFile } from './inspect-file.ts'
import type { InspectionResult } from './inspection-result.ts'
import { toOwnBuffer } from './own-buffer.ts'

serveThread<Uint8Array<ArrayBuffer>, InspectionResult>(async ({ buffer }) => {
  const result = await inspectFile(Buffer.from(buffer))
  if (result.kind === 'rejected') return { output: result }
  const bytes = toOwnBuffer(result.bytes)
  return { output: { ...result, bytes: Buffer.from(bytes.buffer) }, transfer: [bytes.buffer] }
})
