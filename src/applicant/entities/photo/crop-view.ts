// Where the frame of a passport photo stands on the picture. Pure geometry, in pixels of the picture.

export interface PictureSize {
  readonly width: number
  readonly height: number
}

export interface CropView {
  /** 1 shows as much as the frame can hold. */
  readonly zoom: number
  /** The middle of the frame as fractions of the picture's width and height. */
  readonly x: number
  readonly y: number
}

export interface CropArea extends PictureSize {
  readonly left: number
  readonly top: number
}

/** Width to height of the photo on a slip. */
export const passportRatio = 3 / 4
export const maxZoom = 4

export const initialView: CropView = { zoom: 1, x: 0.5, y: 0.5 }

/** The part of the picture inside the frame. */
export function getCropArea(picture: PictureSize, view: CropView): CropArea {
  const { width, height } = getFrame(picture, view.zoom)
  return { width, height, left: view.x * picture.width - width / 2, top: view.y * picture.height - height / 2 }
}

/**
 * Moves the picture below the frame, as far as the frame stays filled.
 * @param right fractions of the frame; negative to the left
 * @param down the same; negative upwards
 */
export function movePicture(picture: PictureSize, view: CropView, right: number, down: number): CropView {
  const { width, height } = getFrame(picture, view.zoom)
  const x = view.x - (right * width) / picture.width
  const y = view.y - (down * height) / picture.height
  return clampView(picture, { ...view, x, y })
}

/** @param zoom is limited to the range from 1 to the maximum */
export const zoomPicture = (picture: PictureSize, view: CropView, zoom: number): CropView =>
  clampView(picture, { ...view, zoom: clamp(zoom, 1, maxZoom) })

function getFrame({ width, height }: PictureSize, zoom: number): PictureSize {
  const frameWidth = Math.min(width, height * passportRatio) / zoom
  return { width: frameWidth, height: frameWidth / passportRatio }
}

function clampView(picture: PictureSize, view: CropView): CropView {
  const frame = getFrame(picture, view.zoom)
  const [halfWidth, halfHeight] = [frame.width / picture.width / 2, frame.height / picture.height / 2]
  return { ...view, x: clamp(view.x, halfWidth, 1 - halfWidth), y: clamp(view.y, halfHeight, 1 - halfHeight) }
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)
