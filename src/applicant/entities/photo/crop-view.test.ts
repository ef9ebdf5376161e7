import { expect, test } from 'vitest'
import { getCropArea, initialView, maxZoom, movePicture, zoomPicture } from './crop-view.ts'

const landscape = { width: 4000, height: 3000 }
const portrait = { width: 1500, height: 3000 }

test('the frame is 3:4 and as large as the picture allows', () => {
  expect(getCropArea(landscape, initialView)).toEqual({ width: 2250, height: 3000, left: 875, top: 0 })
  expect(getCropArea(portrait, initialView)).toEqual({ width: 1500, height: 2000, left: 0, top: 500 })
})

test('moving stops where the frame would leave the picture', () => {
  const right = movePicture(landscape, initialView, 5, 5)
  expect(getCropArea(landscape, right)).toMatchObject({ left: 0, top: 0 })
  const left = movePicture(landscape, initialView, -5, -5)
  expect(getCropArea(landscape, left)).toMatchObject({ left: 1750, top: 0 })
})

test('zooming keeps the middle, has limits, and zooming out fills the frame again', () => {
  const close = zoomPicture(landscape, initialView, 99)
  expect(close.zoom).toBe(maxZoom)
  const corner = movePicture(landscape, close, 99, 99)
  expect(getCropArea(landscape, corner)).toEqual({ width: 562.5, height: 750, left: 0, top: 0 })
  expect(getCropArea(landscape, zoomPicture(landscape, corner, 0))).toMatchObject({ width: 2250, left: 0, top: 0 })
})
