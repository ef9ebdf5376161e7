import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  createDocxFile,
  createRelations,
  documentType,
  docxParts,
  relationTypes,
} from '#tests/support/fixtures/documents.ts'
import { createZipFile } from '#tests/support/fixtures/formats/zip-file.ts'
import { createNameFlood, createTagFlood } from '#tests/support/fixtures/hostile-files.ts'
import { checkDocx } from './docx.ts'

const types = docxParts['[Content_Types].xml']
const relations = (...all: string[]) => createDocxFile({ 'word/_rels/document.xml.rels': createRelations(...all) })
const parts = Object.entries(docxParts).map(([name, content]) => ({ name, content }))

test('a plain document is accepted', async () => {
  expect(await checkDocx(createDocxFile())).toBeNull()
})

test('embedded pictures and hyperlinks are accepted', async () => {
  const bytes = relations(
    `Id="rId1" Type="${relationTypes}/image" Target="media/image1.png"`,
    `Id="rId2" Type="${relationTypes}/hyperlink" Target="https://example.org/?a=1&amp;b=2" TargetMode="External"`,
    `Id="rId3" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink" Target='mailto:a>b' TargetMode='External'`,
  )
  expect(await checkDocx(bytes)).toBeNull()
})

test('an archive with a comment is accepted', async () => {
  expect(await checkDocx(createZipFile(parts, 'made by a word processor'))).toBeNull()
})

describe('code and external content are rejected', () => {
  const external = 'Target="https://example.org/x" TargetMode="External"'

  test.each<[string, Buffer]>([
    ['a macro', createDocxFile({ 'word/vbaProject.bin': 'x' })],
    ['a macro in another directory, in upper case', createDocxFile({ 'other/VBAPROJECT.BIN': 'x' })],
    ['a control', createDocxFile({ 'word/activeX/activeX1.xml': '<ax/>' })],
    [
      'a part that is a control by its type',
      createDocxFile({
        '[Content_Types].xml': types.replace(
          documentType,
          `$&"/><Override PartName="/word/c.bin" ContentType="application/vnd.ms-office.activeX`,
        ),
      }),
    ],
    [
      'a document type with macros',
      createDocxFile({
        '[Content_Types].xml': types.replace(documentType, 'application/vnd.ms-word.document.macroEnabled.main+xml'),
      }),
    ],
    [
      'a part of a macro type',
      createDocxFile({
        '[Content_Types].xml': types.replace(
          '</Types>',
          '<Override PartName="/x" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
        ),
      }),
    ],
    ['a template', createDocxFile({ '[Content_Types].xml': types.replace('document.main', 'template.main') })],
    ['an external picture', relations(`Id="r" Type="${relationTypes}/image" ${external}`)],
    [
      'an external template',
      createDocxFile({
        'word/_rels/settings.xml.rels': createRelations(`Id="r" Type="${relationTypes}/attachedTemplate" ${external}`),
      }),
    ],
    [
      'an external object, written with entities',
      relations(`Id="r" Type="${relationTypes}/oleObject" Target="file://host/x" TargetMode="&#69;xternal"`),
    ],
    ['an external target without a type', relations(`Id="r" ${external}`)],
    [
      'an external target with look-alike attributes',
      relations(
        `Id="r" Type="${relationTypes}/image" ${external} x:TargetMode="Internal" x:Type="${relationTypes}/hyperlink"`,
      ),
    ],
    [
      'an external target with a namespace prefix',
      createDocxFile({
        'word/_rels/document.xml.rels': `<r:Relationships xmlns:r="x"><!-- > --><r:Relationship\n Type='${relationTypes}/frame' ${external}></r:Relationship></r:Relationships>`,
      }),
    ],
  ])('%s', async (_what, bytes) => {
    expect(await checkDocx(bytes)).toBe('file_type_refused')
  })
})

describe('V1.5.1 anything but plain XML is unreadable', () => {
  test.each<[string, string | Buffer]>([
    ['an entity definition', '<!DOCTYPE r [<!ENTITY e "External">]><Relationships/>'],
    ['a CDATA section', '<Relationships><![CDATA[<]]></Relationships>'],
    ['a tag that is not closed', '<Relationships><Relationship Id="r"'],
    ['a comment that is not closed', '<Relationships><!-- </Relationships>'],
    ['UTF-16', Buffer.from('\ufeff<Relationships/>', 'utf16le')],
  ])('%s', async (_what, content) => {
    expect(await checkDocx(createDocxFile({ 'word/_rels/document.xml.rels': content }))).toBe('file_unreadable')
  })

  test('a megabyte of open tags is rejected quickly', async () => {
    const before = process.cpuUsage()
    expect(await checkDocx(createDocxFile({ '_rels/.rels': '<Relationship a="'.repeat(60_000) }))).toBe(
      'file_unreadable',
    )
    // CPU time instead of wall time, because the machine may be busy. Without the check this takes minutes.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000)
  })
})

describe('V5.2.3 a small document is not expensive to read', () => {
  test.each<[string, () => Buffer]>([
    ['49 MB of tags', () => createTagFlood()],
    ['a list of relations over 1 MiB', () => createTagFlood(1024 * 1024 + 4)],
    [
      'a relation over 1 MiB',
      () => createDocxFile({ '_rels/.rels': `<a b="${randomBytes(2 ** 19 + 1).toString('hex')}"/>` }),
    ],
    [
      'a list of types over 1 MiB',
      () =>
        createDocxFile({
          '[Content_Types].xml': types.replace('</Types>', `<a b="${randomBytes(2 ** 19).toString('hex')}"/></Types>`),
        }),
    ],
    ['more than 20,000 tags', () => createDocxFile({ '_rels/.rels': '<a/>'.repeat(20_001) })],
    ['names of 65 kB', () => createNameFlood()],
    ['a name of more than 512 bytes', () => createDocxFile({ [`word/${'é'.repeat(254)}`]: '' })],
    ['a name with a control character', () => createDocxFile({ 'word/a\nb': '' })],
    ['a name with two dots', () => createDocxFile({ 'word/a..b': '' })],
  ])('%s is unreadable', async (_what, make) => {
    const bytes = make()
    const before = process.cpuUsage()
    expect(await checkDocx(bytes)).toBe('file_unreadable')
    // CPU time instead of wall time, because the machine may be busy.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000)
  })

  test('20,000 tags and a name of 512 bytes are accepted', async () => {
    const bytes = createDocxFile({ '_rels/.rels': '<a/>'.repeat(20_000), [`word/${'a'.repeat(507)}`]: '' })
    expect(await checkDocx(bytes)).toBeNull()
  })
})

describe('V5.3.3 an archive with false declarations', () => {
  const withPart = (declared: object, content: string | Buffer = 'x'.repeat(1000)) =>
    createZipFile([...parts, { name: 'word/media/image1.png', content, declared }])

  test.each<[string, Buffer]>([
    ['a wrong checksum', withPart({ crc: 1 })],
    ['more content than declared', withPart({ size: 10 })],
    ['less content than declared', withPart({ size: 5000 })],
    ['encrypted', withPart({ flags: 1 })],
    ['an unsupported compression method', withPart({ method: 12 })],
    ['duplicate names', createZipFile([...parts, { name: 'WORD/document.xml', content: '<other/>' }])],
    ['an unsafe name', createZipFile([...parts, { name: '../document.xml', content: '' }])],
    ['no directory', createDocxFile().subarray(0, -30)],
  ])('%s is unreadable', async (_what, bytes) => {
    expect(await checkDocx(bytes)).toBe('file_unreadable')
  })

  test('V5.2.3 a ZIP bomb is too large and is not unpacked', async () => {
    const bomb = createDocxFile({ 'word/media/image1.bmp': Buffer.alloc(60 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await checkDocx(bomb)).toBe('file_too_large')
  })

  test('more than 50 MiB are too large, however little they are packed', async () => {
    const size = 50 * 1024 * 1024
    expect(await checkDocx(withPart({ size }, randomBytes(1024 * 1024)))).toBe('file_too_large')
  })

  test('a ZIP bomb that declares a small size is not unpacked either', async () => {
    const bomb = withPart({ size: 1000 }, Buffer.alloc(150 * 1024 * 1024))
    const before = process.resourceUsage().maxRSS
    expect(await checkDocx(bomb)).toBe('file_unreadable')
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(50 * 1024)
  })

  test('a smaller one with too high a ratio is too large', async () => {
    expect(await checkDocx(createDocxFile({ 'word/media/image1.bmp': Buffer.alloc(2 * 1024 * 1024) }))).toBe(
      'file_too_large',
    )
  })

  test('V5.2.3 thousands of parts are too many', async () => {
    const many = Array.from({ length: 2000 }, (_, i) => ({ name: `word/media/${i}`, content: '' }))
    expect(await checkDocx(createZipFile([...parts, ...many]))).toBe('file_too_large')
  })

  test.each(Object.keys(docxParts).filter((name) => name !== '_rels/.rels'))(
    'without %s it is not a document',
    async (name) => {
      expect(await checkDocx(createDocxFile({ [name]: undefined }))).toBe('file_type_refused')
    },
  )
})
