// What crafted files are made of: numbers that a seed repeats, and valid files.
import sharp from 'sharp'
import { createDocxFile, createPdfFile } from '../fixtures/documents.ts'
import { createDocFile } from '../fixtures/formats/compound-file.ts'

export interface CraftedFile {
  /** What is wrong with it, for the message of a failure. */
  what: string
  name: string
  bytes: Buffer
}

/** A number from 0 up to, and without, the limit. */
export type RandomNumber = (limit: number) => number

/** The same numbers for the same seed. */
export function createRandomNumbers(seed: number): RandomNumber {
  let state = seed >>> 0
  return (limit) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

export type Craft = (random: RandomNumber, originals: Originals) => Omit<CraftedFile, 'name'> & { extension?: string }
export type Originals = Awaited<ReturnType<typeof createOriginals>>

export async function createOriginals() {
  const [width, height, channels] = [300, 200, 3] as const
  const random = createRandomNumbers(1)
  const pixels = Buffer.from(Array.from({ length: width * height * channels }, () => random(256)))
  const noise = sharp(pixels, { raw: { width, height, channels } })
  return {
    pdf: await createPdfFile('Certificate'),
    docx: createDocxFile(),
    doc: createDocFile(),
    jpg: await noise.clone().jpeg({ progressive: true }).toBuffer(),
    png: await noise.clone().png().toBuffer(),
  }
}
