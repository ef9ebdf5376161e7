// Documents that are archives with something wrong inside.
import { createDocxFile, createRelations, docxParts, relationTypes } from '../fixtures/documents.ts'
import { createZipFile, type ZipPart } from '../fixtures/formats/zip-file.ts'
import { createTagFlood } from '../fixtures/hostile-files.ts'
import type { Craft, RandomNumber } from './craft.ts'

const kB = 1024

const zip = (what: string, parts: ZipPart[]): ReturnType<Craft> => ({
  what,
  bytes: createZipFile(parts),
  extension: 'docx',
})
const wholeDocx = Object.entries(docxParts).map(([name, content]) => ({ name, content }))

export const archiveCrafts: Craft[] = [
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
