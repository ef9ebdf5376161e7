// Phones take photos of several megabytes, and upload them over slow connections. This resolution still reads well on A4.
import { uploadLimits } from '#shared/policy/limits.ts'
import { canShrink } from './can-shrink.ts'
import { getDrawingContext } from './drawing-context.ts'

const jpegQuality = 0.85
/** Smaller files (bytes) are sent as they are. */
const minFileSize = 1024 * 1024

/** Returns the image with fewer pixels if that makes the file smaller; otherwise, or on any error, the same file. */
export async function shrinkImage(file: File): Promise<File> {
  if (file.size < minFileSize || !canShrink(file)) return file
  try {
    const smaller = await redraw(file)
    return smaller && smaller.size < file.size ? new File([smaller], jpegName(file.name), { type: smaller.type }) : file
  } catch {
    return file
  }
}

/** Null when this browser cannot draw: it would make a black picture. */
async function redraw(file: File): Promise<Blob | null> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, uploadLimits.imageEdge / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  const context = getDrawingContext(canvas)
  context?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  return context && new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality))
}

const jpegName = (name: string) => name.replace(/(\.\w+)?$/, '.jpg')
