// Files that are small to send and expensive to inspect.
import sharp from 'sharp'
import { createDocxFile } from '#tests/support/fixtures/documents.ts'
import {
  createInterlacedPng,
  createNameFlood,
  createScanFlood,
  createTagFlood,
} from '#tests/support/fixtures/hostile-files.ts'
import { createRandomNumbers } from '#tests/support/fuzz/craft.ts'
import { createCraftedFiles } from '#tests/support/fuzz/crafted-files.ts'

export type AttackFiles = Awaited<ReturnType<typeof createAttackFiles>>

const MiB = 1024 * 1024

export async function createAttackFiles() {
  const plain = sharp({ create: { width: 7_000, height: 5_700, channels: 3, background: '#0a5c36' } })
  return {
    tags: createTagFlood(),
    tagsBelowLimit: createTagFlood(MiB - 1),
    names: createNameFlood(),
    bomb: createDocxFile({ 'word/media/image1.bmp': Buffer.alloc(60 * MiB) }),
    scans: createScanFlood(),
    /** The most that is decoded. */
    scansBelowLimit: createScanFlood({ width: 4_000, height: 4_000, scans: 39 }),
    deepPng: createInterlacedPng({ width: 5_000, height: 4_000, depth: 16 }),
    pngBelowLimit: createInterlacedPng({ width: 4_000, height: 3_900, depth: 8 }),
    largeJpeg: await plain.jpeg({ progressive: true }).toBuffer(),
    crafted: (await createCraftedFiles(300, createRandomNumbers(1))).map(({ bytes }) => bytes),
  }
}
