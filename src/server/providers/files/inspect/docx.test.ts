import { describe, expect, test } from 'vitest'
import {
  documentRelations,
  documentType,
  docxFile,
  docxParts,
  relationTypes,
} from '#tests/support/fixtures/documents.ts'
import { zipFile } from '#tests/support/fixtures/zip-file.ts'
import { docxRefusal } from './docx.ts'

const types = docxParts['[Content_Types].xml']
const relations = (...all: string[]) => docxFile({ 'word/_rels/document.xml.rels': documentRelations(...all) })
const parts = Object.entries(docxParts).map(([name, content]) => ({ name, content }))

test('a plain document is taken', async () => {
  expect(await docxRefusal(docxFile())).toBeNull()
})

test('pictures inside and links that a reader may click are taken', async () => {
  const bytes = relations(
    `Id="rId1" Type="${relationTypes}/image" Target="media/image1.png"`,
    `Id="rId2" Type="${relationTypes}/hyperlink" Target="https://example.org/?a=1&amp;b=2" TargetMode="External"`,
    `Id="rId3" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink" Target='mailto:a>b' TargetMode='External'`,
  )
  expect(await docxRefusal(bytes)).toBeNull()
})

test('a comment behind the archive does no harm', async () => {
  expect(await docxRefusal(zipFile(parts, 'made by an office program'))).toBeNull()
})

describe('what runs or fetches is refused', () => {
  const outside = 'Target="https://example.org/x" TargetMode="External"'

  test.each<[string, Buffer]>([
    ['a macro', docxFile({ 'word/vbaProject.bin': 'x' })],
    ['a macro elsewhere, in capitals', docxFile({ 'other/VBAPROJECT.BIN': 'x' })],
    ['a control', docxFile({ 'word/activeX/activeX1.xml': '<ax/>' })],
    [
      'a document that says it has macros',
      docxFile({
        '[Content_Types].xml': types.replace(documentType, 'application/vnd.ms-word.document.macroEnabled.main+xml'),
      }),
    ],
    [
      'a part that says it is a macro',
      docxFile({
        '[Content_Types].xml': types.replace(
          '</Types>',
          '<Override PartName="/x" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
        ),
      }),
    ],
    ['a template', docxFile({ '[Content_Types].xml': types.replace('document.main', 'template.main') })],
    ['a picture outside', relations(`Id="r" Type="${relationTypes}/image" ${outside}`)],
    [
      'a template outside',
      docxFile({
        'word/_rels/settings.xml.rels': documentRelations(`Id="r" Type="${relationTypes}/attachedTemplate" ${outside}`),
      }),
    ],
    [
      'an object outside, written with entities',
      relations(`Id="r" Type="${relationTypes}/oleObject" Target="file://host/x" TargetMode="&#69;xternal"`),
    ],
    ['something outside without a type', relations(`Id="r" ${outside}`)],
    [
      'something outside behind a name that only looks the same',
      relations(
        `Id="r" Type="${relationTypes}/image" ${outside} x:TargetMode="Internal" x:Type="${relationTypes}/hyperlink"`,
      ),
    ],
    [
      'something outside with a prefix',
      docxFile({
        'word/_rels/document.xml.rels': `<r:Relationships xmlns:r="x"><!-- > --><r:Relationship\n Type='${relationTypes}/frame' ${outside}></r:Relationship></r:Relationships>`,
      }),
    ],
  ])('%s', async (_what, bytes) => {
    expect(await docxRefusal(bytes)).toBe('file_type_refused')
  })
})

describe('what is not plain XML is unreadable', () => {
  test.each<[string, string | Buffer]>([
    ['an entity of its own', '<!DOCTYPE r [<!ENTITY e "External">]><Relationships/>'],
    ['text that is marked as data', '<Relationships><![CDATA[<]]></Relationships>'],
    ['a tag that is not closed', '<Relationships><Relationship Id="r"'],
    ['a comment that is not closed', '<Relationships><!-- </Relationships>'],
    ['two bytes a letter', Buffer.from('\ufeff<Relationships/>', 'utf16le')],
  ])('%s', async (_what, content) => {
    expect(await docxRefusal(docxFile({ 'word/_rels/document.xml.rels': content }))).toBe('file_unreadable')
  })

  test('a megabyte of open tags is refused without delay', async () => {
    const before = process.cpuUsage()
    expect(await docxRefusal(docxFile({ '_rels/.rels': '<Relationship a="'.repeat(60_000) }))).toBe('file_unreadable')
    // Processor time, so that a busy machine proves nothing: without an early end it takes minutes.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000)
  })
})

describe('an archive that is not what it says', () => {
  const withPart = (claimed: object, content: string | Buffer = 'x'.repeat(1000)) =>
    zipFile([...parts, { name: 'word/media/image1.png', content, claimed }])

  test.each<[string, Buffer]>([
    ['a wrong checksum', withPart({ crc: 1 })],
    ['more inside than it says', withPart({ size: 10 })],
    ['less inside than it says', withPart({ size: 5000 })],
    ['locked with a password', withPart({ flags: 1 })],
    ['packed in a rare way', withPart({ method: 12 })],
    ['one name twice', zipFile([...parts, { name: 'WORD/document.xml', content: '<other/>' }])],
    ['no directory', docxFile().subarray(0, -30)],
  ])('%s is unreadable', async (_what, bytes) => {
    expect(await docxRefusal(bytes)).toBe('file_unreadable')
  })

  test('a bomb is too large, and is not set off', async () => {
    const bomb = docxFile({ 'word/media/image1.bmp': Buffer.alloc(60 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await docxRefusal(bomb)).toBe('file_too_large')
  })

  test('a bomb that claims to be small is not set off either', async () => {
    const bomb = withPart({ size: 1000 }, Buffer.alloc(150 * 1024 * 1024))
    const before = process.resourceUsage().maxRSS
    expect(await docxRefusal(bomb)).toBe('file_unreadable')
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(50 * 1024)
  })

  test('a smaller one that packs too well is too large', async () => {
    expect(await docxRefusal(docxFile({ 'word/media/image1.bmp': Buffer.alloc(2 * 1024 * 1024) }))).toBe(
      'file_too_large',
    )
  })

  test('thousands of parts are too many', async () => {
    const many = Array.from({ length: 2000 }, (_, i) => ({ name: `word/media/${i}`, content: '' }))
    expect(await docxRefusal(zipFile([...parts, ...many]))).toBe('file_too_large')
  })

  test.each(Object.keys(docxParts).filter((name) => name !== '_rels/.rels'))(
    'without %s it is no document',
    async (name) => {
      expect(await docxRefusal(docxFile({ [name]: undefined }))).toBe('file_type_refused')
    },
  )
})
