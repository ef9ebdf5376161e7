import { serveThread } from '#server/load/serve-thread.ts'
import { type DocumentContent, renderDocument } from './render-document.ts'

serveThread<DocumentContent, Uint8Array>(async (content) => {
  // A copy in a buffer of its own, which can be handed over.
  const bytes = new Uint8Array(await renderDocument(content))
  return { output: bytes, transfer: [bytes.buffer] }
})
