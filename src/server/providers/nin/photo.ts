// The register's portrait: base64 that must turn out to be an image before anyone sees it.
import { cleanImage } from '#server/providers/files/inspect/image.ts'

const MOST_BYTES = 200 * 1024

/** The JPEG, unchanged, when it decodes and is not too large; otherwise null. */
export async function photoOf(base64: string): Promise<Buffer | null> {
  const text = base64.replace(/^data:image\/jpe?g;base64,/, '').replace(/\s+/g, '')
  if (text === '' || text.length > (MOST_BYTES / 3) * 4 + 4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null
  const photo = Buffer.from(text, 'base64')
  if (photo.length > MOST_BYTES) return null
  const checked = await cleanImage(photo, 'image/jpeg')
  return checked.kind === 'accepted' ? photo : null
}
