// Reads a QR code out of a picture of the camera, where the browser has no reader of its own. Loaded by those alone.
import { decodeQR } from 'qr/decode.js'

/** Of the longer side, in pixels: enough for a code that fills a quarter of the picture, and quick on an old phone. */
const maxSide = 640
/** For what a reader may try beyond the first attempt, in ms. */
const timeLimit = 30

/** The text of the code; null where there is none. */
export function readQr(image: { width: number; height: number; data: Uint8ClampedArray }): string | null {
  try {
    return decodeQR(image, { timeLimit })
  } catch {
    return null
  }
}

/** Reads what a video shows now. */
export function createFrameReader(): (video: HTMLVideoElement) => string | null {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return (video) => {
    const scale = Math.min(1, maxSide / Math.max(video.videoWidth, video.videoHeight))
    const width = Math.round(video.videoWidth * scale)
    const height = Math.round(video.videoHeight * scale)
    if (!context || width === 0 || height === 0) return null
    context.canvas.width = width
    context.canvas.height = height
    context.drawImage(video, 0, 0, width, height)
    return readQr(context.getImageData(0, 0, width, height))
  }
}
