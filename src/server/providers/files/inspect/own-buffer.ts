import { isMarkedAsUntransferable } from 'node:worker_threads'

/**
 * The same bytes in memory that can be transferred: the memory they are in, with all other views of it, or a copy if that is
 * Node's pool of small buffers or belongs to native code.
 */
export function toOwnBuffer(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes
  const isPool = buffer.byteLength !== byteLength && buffer.byteLength <= Buffer.poolSize
  // libvips keeps the memory of its images.
  const isOwn = buffer instanceof ArrayBuffer && !isPool && !isMarkedAsUntransferable(buffer)
  return isOwn ? new Uint8Array(buffer, byteOffset, byteLength) : Uint8Array.from(bytes)
}
