// Photos of certificates come from phones at several megabytes, over slow lines; this much still reads well on A4.

/** The longest side, in pixels: A4 at about 200 dots an inch. */
const longestSide = 2400
const quality = 0.85
/** Smaller files than this (bytes) are sent as they are. */
const worthwhile = 1024 * 1024
/** Larger ones (bytes) would need more memory than phones have. */
const drawable = 30 * 1024 * 1024

/** Whether a photo of this size will most likely come out small enough to be taken. */
export const canBecomeSmaller = (file: File) =>
  isPhoto(file) && file.size <= drawable && typeof createImageBitmap === 'function'

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

// A PNG is mostly a screenshot, whose letters JPEG would blur.
const isPhoto = (file: File) => file.type === 'image/jpeg'

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
