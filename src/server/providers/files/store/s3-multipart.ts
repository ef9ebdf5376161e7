// Contents whose size is not known beforehand, sent to S3 in parts: memory holds one part at a time.

/** The smallest part that S3 takes; it takes 10,000 of them. */
export const partBytes = 5 * 1024 * 1024

/** Sends a signed request about one object. @throws Error unless the service accepted it */
export type SendToObject = (request: {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  query: string
  body?: Uint8Array
  type?: string
}) => Promise<Response>

/** Cuts a stream into parts of exactly that many bytes; the last one may be shorter. An empty stream has no parts. */
export async function* cutIntoParts(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of content) {
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.subarray(0, size - length)
      // A copy: the stream may use its buffer again.
      chunks.push(Uint8Array.from(taken))
      length += taken.length
      rest = rest.subarray(taken.length)
      if (length < size) continue
      yield Buffer.concat(chunks)
      chunks = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(chunks)
}

/** The object exists once all parts have arrived; when one fails, none is kept. */
export async function putParts(send: SendToObject, parts: AsyncIterable<Uint8Array>, type: string): Promise<void> {
  const begun = await send({ method: 'POST', query: 'uploads=', type })
  const uploadId = readUploadIds(await begun.text())[0]
  if (!uploadId) throw new Error('The file store began no upload.')
  const query = `uploadId=${encodeURIComponent(uploadId)}`
  try {
    const tags: string[] = []
    for await (const body of parts) {
      const stored = await send({ method: 'PUT', query: `partNumber=${tags.length + 1}&${query}`, body })
      await stored.body?.cancel()
      tags.push(stored.headers.get('etag') ?? '')
    }
    const completed = await send({ method: 'POST', query, body: Buffer.from(listTags(tags)), type: 'application/xml' })
    // The service begins its answer before it is done, so a failure can have the status 200 too.
    if (!(await completed.text()).includes('CompleteMultipartUploadResult'))
      throw new Error('The file store did not complete an upload.')
  } catch (error) {
    await abortUpload(send, uploadId).catch(() => {})
    throw error
  }
}

export async function abortUpload(send: SendToObject, uploadId: string): Promise<void> {
  const aborted = await send({ method: 'DELETE', query: `uploadId=${encodeURIComponent(uploadId)}` })
  await aborted.body?.cancel()
}

/** From an answer of the service in XML. */
export const readUploadIds = (xml: string): string[] =>
  [...xml.matchAll(/<UploadId>([^<]{1,2000})<\/UploadId>/g)].map(([, id = '']) => id)

const listTags = (tags: string[]) => {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
  )
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
