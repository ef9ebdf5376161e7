// Images are decoded and re-encoded. This removes metadata, such as where a photo was taken, and hidden content.
import sharp, { type Sharp } from 'sharp'
import { createConcurrencyLimiter } from '#server/platform/load/concurrency-limiter.ts'
import type { ImageType } from '#shared/forms/file-types.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { type InspectionResult, reject } from './inspection-result.ts'

const MAX_PIXELS = 40_000_000
const { imageEdge } = uploadLimits

const encoders: Record<ImageType, { format: string; encode: (image: Sharp) => Sharp }> = {
  'image/jpeg': { format: 'jpeg', encode: (image) => image.jpeg({ quality: 85 }) },
  'image/png': { format: 'png', encode: (image) => image.png() },
}

// No cache, because uploads do not repeat. One thread per image leaves the other cores to requests.
sharp.cache(false)
sharp.concurrency(1)

// Decoding a large image takes 120 MB, and runs in the thread pool that file access and password hashing use.
export const imageLimiter = createConcurrencyLimiter({ limit: 2, queueLimit: Number.POSITIVE_INFINITY })

/** The image upright, in sRGB, scaled down to `uploadLimits.imageEdge`, and of the same type. Rejects damaged images. */
export async function reencodeImage(bytes: Buffer, type: ImageType): Promise<InspectionResult> {
  const { format, encode } = encoders[type]
  return imageLimiter.run(async () => {
    try {
      const image = sharp(bytes, { failOn: 'error', limitInputPixels: false })
      const { width, height, format: actualFormat } = await image.metadata()
      if (actualFormat !== format) return reject('file_type_refused')
      if (width * height > MAX_PIXELS) return reject('file_too_large')

      const upright = image.autoOrient().resize(imageEdge, imageEdge, { fit: 'inside', withoutEnlargement: true })
      return { kind: 'accepted', type, bytes: await encode(upright).toBuffer() }
    } catch {
      return reject('file_unreadable')
    }
  })
}
