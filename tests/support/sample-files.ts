// Files that an applicant brings along: a photo of a certificate from a phone, a scan, a letter.
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { pdfFile } from './documents.ts'

/** As Playwright hands it to a file chooser. */
export interface SampleFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A JPEG of a phone's size, with a place in its metadata that must not survive the upload. */
export const phonePhoto = async (name: string): Promise<SampleFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp(drawing(1600, 1200))
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '7/1 9/1 0/1' } })
    .jpeg({ quality: 85 })
    .toBuffer(),
})

export const scan = async (name: string): Promise<SampleFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp(drawing(900, 640)).png().toBuffer(),
})

export const letter = async (name: string): Promise<SampleFile> => ({
  name,
  mimeType: 'application/pdf',
  buffer: await pdfFile('To whom it may concern'),
})

const drawing = (width: number, height: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#fffdf6"/>
    <rect x="24" y="24" width="${width - 48}" height="${height - 48}" fill="none" stroke="#1f5a3d" stroke-width="6"/>
    <circle cx="${width / 2}" cy="${height / 2}" r="${height / 6}" fill="#b8860b"/>
  </svg>`)

/** Some hundred kilobytes that neither browser nor server makes smaller, so that a line can break in the middle of them. */
export async function heavyScan(name: string): Promise<SampleFile> {
  const [width, height, channels] = [360, 360, 3] as const
  const noise = sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
  return { name, mimeType: 'image/png', buffer: await noise.png().toBuffer() }
}
