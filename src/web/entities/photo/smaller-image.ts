// Photos of certificates come from phones at several megabytes, over slow lines; this much still reads well on A4.
import { canBecomeSmaller } from './photo-size.ts'

/** The longest side, in pixels: A4 at about 200 dots an inch. */
const longestSide = 2400
const quality = 0.85
/** Smaller files than this (bytes) are sent as they are. */
const worthwhile = 1024 * 1024

/** The image with fewer pixels, if that makes the file smaller; else, or when anything fails, the same file. */
export async function smallerImage(file: File): Promise<File> {
  if (file.size < worthwhile || !canBecomeSmaller(file)) return file
  try {
    const smaller = await drawn(file)
    return smaller && smaller.size < file.size ? new File([smaller], jpegName(file.name), { type: smaller.type }) : file
  } catch {
    return file
  }
}

async function drawn(file: File): Promise<Blob | null> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

const jpegName = (name: string) => name.replace(/(\.\w+)?$/, '.jpg')
