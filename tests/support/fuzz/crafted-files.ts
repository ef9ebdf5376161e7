// Files that nobody's word processor or camera writes: damaged, contradicting themselves, or expensive to read.
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { createDocFile } from '../fixtures/compound-file.ts'
import { createDocxFile, createPdfFile, createRelations, docxParts, relationTypes } from '../fixtures/documents.ts'
import { createInterlacedPng, createScanFlood, createTagFlood } from '../fixtures/hostile-files.ts'
import { createZipFile, type ZipPart } from '../fixtures/zip-file.ts'

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

type Craft = (random: RandomNumber, originals: Originals) => Omit<CraftedFile, 'name'> & { extension?: string }
type Originals = Awaited<ReturnType<typeof createOriginals>>

const kB = 1024

async function createOriginals() {
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

const hostileNames = [
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'C:\\fakepath\\a.pdf',
  'file.pdf\0.exe',
  'a"; filename="b.pdf',
  'line\r\nX-Header: 1.pdf',
  '<img src=x onerror=alert(1)>.png',
  '=HYPERLINK("http://example.org").pdf',
  `${'a'.repeat(2_000)}.pdf`,
  '\u202Efdp.exe',
  '.htaccess',
  'CON.pdf',
  '',
  '%2e%2e%2f.pdf',
  'photo.php.jpg',
  '😀'.repeat(200),
]

/** @param count of files; the kinds take turns, and so do extensions and names */
export async function createCraftedFiles(count: number, random: RandomNumber): Promise<CraftedFile[]> {
  const originals = await createOriginals()
  const extensions = ['pdf', 'docx', 'doc', 'jpg', 'png', 'jpeg', 'svg', 'html', 'exe', '']
  return Array.from({ length: count }, (_, index) => {
    const craft = crafts[index % crafts.length] as Craft
    const { what, bytes, extension } = craft(random, originals)
    const other = extensions[random(extensions.length)]
    const plain = `file-${index}.${extension && random(5) > 0 ? extension : other}`
    const name = random(4) === 0 ? (hostileNames[random(hostileNames.length)] ?? plain) : plain
    return { what, name, bytes }
  })
}

const damages: ((bytes: Buffer, random: RandomNumber, originals: Originals) => Buffer)[] = [
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  (bytes, random) => bytes.subarray(random(bytes.length)),
  (bytes, random) => {
    const changed = Buffer.from(bytes)
    for (let i = 0; i < 1 + random(30); i += 1) changed[random(changed.length)] = random(256)
    return changed
  },
  (bytes, random) => {
    const at = random(bytes.length)
    const part = bytes.subarray(at, at + random(2 * kB))
    return Buffer.concat([bytes.subarray(0, at), ...Array<Buffer>(random(50)).fill(part), bytes.subarray(at)])
  },
  (bytes, random) => {
    const changed = Buffer.from(bytes)
    const at = random(Math.max(1, changed.length - 8))
    changed.writeUInt32LE([0xffffffff, 0x7fffffff, 0x80000000, 0][random(4)] ?? 0, Math.min(at, changed.length - 4))
    return changed
  },
  (bytes, random, originals) => {
    const other = Object.values(originals)[random(5)] ?? bytes
    return Buffer.concat([bytes.subarray(0, random(bytes.length)), other.subarray(random(other.length))])
  },
  (bytes, random) => Buffer.concat([Buffer.alloc(random(1_000), random(256)), bytes]),
]

function damage(kind: keyof Originals): Craft {
  return (random, originals) => {
    const index = random(damages.length)
    const bytes = damages[index]?.(originals[kind], random, originals) ?? originals[kind]
    return { what: `${kind} with damage ${index}`, bytes, extension: kind }
  }
}

const zip = (what: string, parts: ZipPart[]): ReturnType<Craft> => ({
  what,
  bytes: createZipFile(parts),
  extension: 'docx',
})
const wholeDocx = Object.entries(docxParts).map(([name, content]) => ({ name, content }))

const zipCrafts: Craft[] = [
  (random) => zip('a bomb', [...wholeDocx, { name: 'word/media/a.bin', content: Buffer.alloc(random(60) * kB * kB) }]),
  (random) => {
    const declared = { size: random(2) === 0 ? 1 : 0xfffffffe, crc: random(2 ** 31) }
    return zip('false sizes and sums', [
      ...wholeDocx,
      { name: 'word/a.xml', content: 'x'.repeat(random(9_000)), declared },
    ])
  },
  (random) => {
    const names = ['../../a', '/etc/passwd', 'a\\..\\b', 'word\\document.xml', 'a\0b', 'C:/a', 'word/../word/b', './a']
    return zip('a name that leaves the archive', [
      ...wholeDocx,
      { name: names[random(names.length)] ?? '', content: 'x' },
    ])
  },
  (random) => zip('a long name', [...wholeDocx, { name: `${'/activeX'.repeat(random(8_000))}\nX`, content: '' }]),
  (random) =>
    zip('many entries', [
      ...wholeDocx,
      ...Array.from({ length: random(5_000) }, (_, i) => ({ name: `word/${i}.xml`, content: '' })),
    ]),
  (random, { docx }) => {
    const nested = Array.from({ length: 1 + random(20) }).reduce<Buffer>(
      (inner) => createZipFile([{ name: 'inner.zip', content: inner }]),
      docx,
    )
    return zip('archives in archives', [...wholeDocx, { name: 'word/inner.zip', content: nested }])
  },
  (random) =>
    zip('flags and methods', [
      ...wholeDocx,
      { name: 'a', content: 'x', declared: { flags: random(65_536), method: random(100) } },
    ]),
  (random) => {
    const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')
    const text = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha"><!ENTITY file SYSTEM "file:///etc/passwd">${entities}]><x>&e10;&file;</x>`
    const part = ['[Content_Types].xml', 'word/_rels/document.xml.rels', '_rels/.rels'][random(3)] ?? ''
    return { what: `entities in ${part}`, bytes: createDocxFile({ [part]: text }), extension: 'docx' }
  },
  (random) => ({ what: 'a flood of tags', bytes: createTagFlood((1 + random(3)) * kB * kB), extension: 'docx' }),
  (random) => {
    const link = `Id="r" Type="${relationTypes}/attachedTemplate" Target="file://example.org/${random(9)}" TargetMode="External"`
    return {
      what: 'an external template',
      bytes: createDocxFile({ 'word/_rels/document.xml.rels': createRelations(link) }),
      extension: 'docx',
    }
  },
  (random) => {
    const open = '<a '.repeat(random(100_000)) + 'b='.repeat(random(50_000)) + '"'.repeat(random(50_000))
    return { what: 'tags that never end', bytes: createDocxFile({ '[Content_Types].xml': open }), extension: 'docx' }
  },
  (random, { docx }) => ({ what: 'a false directory', bytes: moveDirectory(docx, random), extension: 'docx' }),
]

/** The end record names another place and number of entries. */
function moveDirectory(docx: Buffer, random: RandomNumber): Buffer {
  const bytes = Buffer.from(docx)
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  bytes.writeUInt16LE(random(65_536), end + 10)
  bytes.writeUInt32LE(random(2) === 0 ? random(bytes.length) : 0xffffffff, end + 16)
  return bytes
}

const pngChunk = (type: string, content: Buffer, sum?: number) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(sum ?? crc32(named))
  return Buffer.concat([length, named, check])
}

function createPng(
  width: number,
  height: number,
  chunks: Buffer[],
  [depth, color, interlace]: readonly number[] = [8, 2, 0],
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth ?? 8, color ?? 2, 0, 0, interlace ?? 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const side = (random: RandomNumber) => [1, 0, 65_535, 0x7fffffff, 0xffffffff, 30_000, random(9_000)][random(7)] ?? 1

const imageCrafts: Craft[] = [
  (random) => {
    const data = pngChunk('IDAT', deflateSync(Buffer.alloc(random(4_000_000))))
    return { what: 'a PNG of any size', bytes: createPng(side(random), side(random), [data]), extension: 'png' }
  },
  (random) => {
    const shape = [[1, 2, 4, 8, 16, 3][random(6)] ?? 8, random(8), random(3)]
    const data = pngChunk('IDAT', deflateSync(Buffer.alloc(60_000)))
    return { what: 'a PNG of any depth', bytes: createPng(random(300), random(300), [data], shape), extension: 'png' }
  },
  (random) => {
    const data = pngChunk('IDAT', deflateSync(Buffer.alloc(30_100)), random(2 ** 31))
    return { what: 'a PNG with a wrong sum', bytes: createPng(100, 100, [data]), extension: 'png' }
  },
  (random) => {
    const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(random(40) * kB * kB))])
    const profile = Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(random(20) * kB * kB))])
    const chunks = [
      pngChunk('zTXt', text),
      pngChunk('iCCP', profile),
      pngChunk('IDAT', deflateSync(Buffer.alloc(30_100))),
    ]
    return { what: 'a PNG with packed texts', bytes: createPng(100, 100, chunks), extension: 'png' }
  },
  (random) => {
    const chunks = Array.from({ length: random(20_000) }, () => pngChunk('tEXt', Buffer.from('a\0b')))
    return { what: 'a PNG of many chunks', bytes: createPng(10, 10, chunks), extension: 'png' }
  },
  (random) => {
    const size = { width: 1 + random(5_000), height: 1 + random(4_000) }
    return {
      what: 'an interlaced PNG',
      bytes: createInterlacedPng({ ...size, depth: random(2) ? 8 : 16 }),
      extension: 'png',
    }
  },
  (random) => {
    const shape = { width: 8 * (1 + random(400)), height: 8 * (1 + random(400)), scans: 1 + random(99) }
    return { what: 'a JPEG of many scans', bytes: createScanFlood(shape), extension: 'jpg' }
  },
  (random, { jpg }) => {
    const bytes = Buffer.from(jpg)
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]))
    bytes.writeUInt16BE(random(65_536), frame + 5)
    bytes.writeUInt16BE(random(65_536), frame + 7)
    return { what: 'a JPEG that says another size', bytes, extension: 'jpg' }
  },
  (random, { jpg }) => {
    const marker = Buffer.from([0xff, 0xe0 + random(16), 0xff, 0xff])
    const segments = Array.from({ length: random(40) }, () =>
      Buffer.concat([marker, Buffer.alloc(65_533, random(256))]),
    )
    return {
      what: 'a JPEG with much metadata',
      bytes: Buffer.concat([jpg.subarray(0, 2), ...segments, jpg.subarray(2)]),
      extension: 'jpg',
    }
  },
]

const pdfCrafts: Craft[] = [
  (random, { pdf }) => {
    const offset = [0, 1, random(pdf.length), 2_147_483_647, 9_999_999_999][random(5)] ?? 0
    const text = pdf.toString('latin1').replace(/startxref\n\d+/, `startxref\n${offset}`)
    return { what: 'a PDF whose table is elsewhere', bytes: Buffer.from(text, 'latin1'), extension: 'pdf' }
  },
  (random) => {
    const actions =
      '1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> /AA << /O << /S /Launch >> >> >> endobj\n'
    const body = `%PDF-1.7\n${actions.repeat(1 + random(2_000))}xref\n0 1\ntrailer << /Root 1 0 R /Prev 9 >>\n`
    return {
      what: 'a PDF with actions',
      bytes: Buffer.from(`${body}startxref\n${body.indexOf('xref')}\n%%EOF`),
      extension: 'pdf',
    }
  },
  (random) => {
    const nested = '<<'.repeat(random(200_000)) + '[('.repeat(random(100_000))
    return {
      what: 'a PDF of open brackets',
      bytes: Buffer.from(`%PDF-1.4\n${nested}\nstartxref\n9\n%%EOF`),
      extension: 'pdf',
    }
  },
  (random) => ({
    what: 'a PDF of end marks',
    bytes: Buffer.from(`%PDF-1.4\n${'startxref \n'.repeat(random(100_000))}${' '.repeat(random(900))}9 %%EO`),
    extension: 'pdf',
  }),
  (random, { pdf, docx, jpg, png }) => {
    const parts = [pdf, docx, jpg, png, Buffer.from('<!doctype html><script>alert(1)</script>'), Buffer.from('GIF89a')]
    const [first, second] = [parts[random(6)] ?? pdf, parts[random(6)] ?? jpg]
    return { what: 'two files in one', bytes: Buffer.concat([first, second]), extension: 'pdf' }
  },
  (random) => {
    const page = deflateRawSync(Buffer.alloc(random(30) * kB * kB))
    const text = `%PDF-1.5\n1 0 obj << /Filter /FlateDecode /Length ${page.length} >> stream\n`
    const end = `\nendstream endobj\nxref\n0 1\ntrailer << /Root 1 0 R >>\nstartxref\n${text.length + page.length + 18}\n%%EOF`
    return {
      what: 'a PDF with a bomb',
      bytes: Buffer.concat([Buffer.from(text), page, Buffer.from(end)]),
      extension: 'pdf',
    }
  },
]

const otherCrafts: Craft[] = [
  (random) => ({ what: 'noise', bytes: Buffer.from(Array.from({ length: random(20_000) }, () => random(256))) }),
  (random, { doc }) => {
    const bytes = Buffer.from(doc)
    for (let i = 0; i < 40; i += 1) bytes.writeUInt32LE(random(12), 512 + 4 * random(128))
    return { what: 'a DOC whose chains loop', bytes, extension: 'doc' }
  },
  (random, { doc }) => {
    const bytes = Buffer.from(doc)
    bytes.writeUInt16LE([0, 1, 9, 12, 31, 65_535][random(6)] ?? 0, 30)
    bytes.writeUInt32LE(random(2) === 0 ? 0xffffffff : random(9), 44 + 4 * random(8))
    return { what: 'a DOC with a false head', bytes, extension: 'doc' }
  },
  (random) => {
    const heads = [
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'MZ',
      '#!/bin/sh\n',
      '<?php ',
      '{\\rtf1 ',
      'GIF89a',
      'BM',
      'II*\0',
      'RIFF\0\0\0\0WEBP',
      '\x7fELF',
    ]
    return {
      what: 'another type',
      bytes: Buffer.from(heads[random(heads.length)] + ' '.repeat(random(5_000)), 'latin1'),
    }
  },
  (random) => ({ what: 'nothing, or one byte', bytes: Buffer.alloc(random(2)) }),
]

const crafts: Craft[] = [
  damage('pdf'),
  damage('docx'),
  damage('doc'),
  damage('jpg'),
  damage('png'),
  ...zipCrafts,
  ...imageCrafts,
  ...pdfCrafts,
  ...otherCrafts,
]
