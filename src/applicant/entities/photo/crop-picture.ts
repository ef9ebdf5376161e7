// Reads a chosen picture and cuts the passport photo out of it, on the device.
import { getDrawingContext } from '#applicant/uploads/drawing-context.ts'
import { type CropView, getCropArea, passportRatio } from './crop-view.ts'

/** Pixels. On paper the photo is 28 mm wide: this is more than 600 dots per inch. */
const maxWidth = 720
const jpegQuality = 0.9
/** Larger files (bytes) would need more memory than phones have. */
const maxFileSize = 30 * 1024 * 1024

/** The picture, turned as its camera held it; null when this browser cannot read it. */
export async function readPicture(file: File): Promise<ImageBitmap | null> {
  if (typeof createImageBitmap !== 'function' || !file.type.startsWith('image/') || file.size > maxFileSize) return null
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return null
  }
}

/** The part inside the frame as a JPEG; the file as it is when this browser cannot draw. */
export async function cropPicture(file: File, picture: ImageBitmap, view: CropView): Promise<File> {
  try {
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(Math.min(maxWidth, getCropArea(picture, view).width))
    canvas.height = Math.round(canvas.width / passportRatio)
    if (!drawCrop(canvas, picture, view)) return file
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality))
    return blob ? new File([blob], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' }) : file
  } catch {
    return file
  }
}

/** Draws the part inside the frame over the whole canvas. Returns false when this browser cannot. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, view: CropView): boolean {
  const context = getDrawingContext(canvas)
  if (!context) return false
  const { left, top, width, height } = getCropArea(picture, view)
  // Transparent parts would become black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
  return true
}
