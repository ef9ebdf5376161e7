import { serveThread } from '#server/load/serve-thread.ts'
import { inspectFile } from './inspect-file.ts'
import type { InspectionResult } from './inspection-result.ts'
import { toOwnBuffer } from './own-buffer.ts'

serveThread<Uint8Array<ArrayBuffer>, InspectionResult>(async ({ buffer, byteOffset, byteLength }) => {
  const result = await inspectFile(Buffer.from(buffer, byteOffset, byteLength))
  if (result.kind === 'rejected') return { output: result }
  const bytes = toOwnBuffer(result.bytes)
  const { buffer: memory, byteOffset: start, byteLength: length } = bytes
  return { output: { ...result, bytes: Buffer.from(memory, start, length) }, transfer: [memory] }
})
