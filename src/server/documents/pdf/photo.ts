import sharp from 'sharp'

/** The bytes of an image; `none` when there is no photo, `missing` when its file could not be read. */
export type Photo = Uint8Array | 'none' | 'missing'

/** Width by height of a passport photo. */
export const photoRatio = 3 / 4

/** Pixels; 28 mm in print have 380 dots per inch. */
const width = 420

/** The photo in its format for print, cut like on the screen; null when there is none. */
export async function loadPhoto(photo: Photo): Promise<Buffer | null> {
  if (typeof photo === 'string') return null
  return sharp(photo)
    .rotate()
    .resize(width, Math.round(width / photoRatio), { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .toColorspace('srgb')
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Pixels; 16 mm in print have 240 dots per inch. */
const smallWidth = 150

/** For a list with hundreds of photographs: about 5 kB each. @throws Error when it is no image */
export const shrinkPhoto = (photo: Uint8Array): Promise<Buffer> =>
  sharp(photo)
    .rotate()
    .resize(smallWidth, smallWidth / photoRatio, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .toColorspace('srgb')
    .jpeg({ quality: 75 })
    .toBuffer()
