import { isMarkedAsUntransferable } from 'node:worker_threads'

/** The same bytes if they have their memory for themselves, so that it can be transferred; otherwise a copy. */
export function toOwnBuffer(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  // libvips keeps the memory of its images.
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !isMarkedAsUntransferable(buffer)
  return isOwn ? new Uint8Array(buffer) : Uint8Array.from(bytes)
}
