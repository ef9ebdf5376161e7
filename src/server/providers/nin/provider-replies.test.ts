import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { AppError } from '#server/app-error.ts'
import { createJpegOf } from '#tests/support/fixtures/sample-files.ts'
import { inspectFile } from '../files/inspect/inspect-file.ts'
import { decodePhoto } from './provider-replies.ts'

const inspector = { inspect: inspectFile }
const image = sharp({ create: { width: 40, height: 50, channels: 3, background: '#805030' } })
const base64 = async () => (await image.jpeg().toBuffer()).toString('base64')

test.each<[string, (photo: string) => string]>([
  ['as it is', (photo) => photo],
  ['broken into lines', (photo) => photo.replace(/.{76}/g, '$&\r\n')],
  ['as a data URL', (photo) => `data:image/jpeg;base64,${photo}`],
])('a photo %s is accepted unchanged', async (_how, written) => {
  const photo = await base64()
  expect((await decodePhoto(written(photo), inspector))?.toString('base64')).toBe(photo)
})

test('a photo that nobody can inspect now is left out, and nothing is thrown', async () => {
  const busy = { inspect: () => Promise.reject(new AppError('unavailable')) }
  expect(await decodePhoto(await base64(), busy)).toBeNull()
})

describe('no photo is decoded from', () => {
  test.each<[string, () => string | Promise<string>]>([
    ['nothing', () => ''],
    ['words', () => 'no photo on file!'],
    ['base64 of something else', () => Buffer.from('<script>alert(1)</script>').toString('base64')],
    ['another type of image', async () => (await image.png().toBuffer()).toString('base64')],
    ['a photo that broke off', async () => (await base64()).slice(0, -40)],
    ['more than 200 kB', async () => (await createJpegOf(200 * 1024 + 1)).toString('base64')],
  ])('%s', async (_what, make) => {
    expect(await decodePhoto(await make(), inspector)).toBeNull()
  })
})
