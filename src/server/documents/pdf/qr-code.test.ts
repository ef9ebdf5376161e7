import { expect, test } from 'vitest'
import { drawQrCode } from './qr-code.ts'

test('a code in print can be read although a quarter of it is damaged', () => {
  const dark = new Set<string>()
  const pdf = {
    rect: (x: number, y: number, width: number) => {
      for (let n = 0; n < Math.round(width); n += 1) dark.add(`${Math.round(x) + n},${Math.round(y)}`)
    },
    fill: () => undefined,
  }
  // 25 squares on each side, each of one point.
  drawQrCode(pdf as never, 'https://example.org', { x: 0, y: 0, size: 25 })
  // ISO/IEC 18004: the first two squares of the format, masked by 10, are 11 for the level Q.
  expect([dark.has('0,8'), dark.has('1,8')]).toEqual([false, true])
  // No square of a row reaches into the white beside the code.
  expect([...dark].filter((place) => Number(place.split(',')[0]) >= 25)).toEqual([])
})
