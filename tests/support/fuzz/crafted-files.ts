// Files that nobody's word processor or camera writes: damaged, contradicting themselves, or expensive to read.
import { deflateRawSync } from 'node:zlib'
import { type Craft, type CraftedFile, createOriginals, type Originals, type RandomNumber } from './craft.ts'
import { archiveCrafts } from './crafted-archives.ts'
import { imageCrafts } from './crafted-images.ts'

const kB = 1024

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
  ...archiveCrafts,
  ...imageCrafts,
  ...pdfCrafts,
  ...otherCrafts,
]
