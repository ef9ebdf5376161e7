// Images are decoded and made anew: metadata (the place where a photo was taken) and anything hidden is gone.
import sharp, { type Sharp } from 'sharp'
import { turns } from '#server/platform/load/semaphore.ts'
import { type CheckedFile, refused } from './file-verdict.ts'

type ImageType = 'image/jpeg' | 'image/png'

const MOST_PIXELS = 40_000_000
const LONGEST_EDGE = 2400

const encoders: Record<ImageType, { format: string; encode: (image: Sharp) => Sharp }> = {
  'image/jpeg': { format: 'jpeg', encode: (image) => image.jpeg({ quality: 85 }) },
  'image/png': { format: 'png', encode: (image) => image.png() },
}

// Uploads do not repeat, and one thread an image leaves the other core to the requests.
sharp.cache(false)
sharp.concurrency(1)

// Decoding runs in the thread pool that file access and password hashes use too; a large image takes 120 MB.
const taking = turns(2)

/** The image upright, in sRGB, at most 2400 pixels long, and of the same type; or refused when it is not whole. */
export async function cleanImage(bytes: Buffer, type: ImageType): Promise<CheckedFile> {
  const { format, encode } = encoders[type]
  return taking(async () => {
    try {
      const image = sharp(bytes, { failOn: 'error', limitInputPixels: false })
      const { width, height, format: found } = await image.metadata()
      if (found !== format) return refused('file_type_refused')
      if (width * height > MOST_PIXELS) return refused('file_too_large')

      const upright = image.autoOrient().resize(LONGEST_EDGE, LONGEST_EDGE, { fit: 'inside', withoutEnlargement: true })
      return { kind: 'accepted', type, bytes: await encode(upright).toBuffer() }
    } catch {
      return refused('file_unreadable')
    }
  })
}
