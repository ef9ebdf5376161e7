import { createHash } from 'node:crypto'
import { constants, deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { inspectFile } from './inspect-file.ts'
import { hasActiveContent } from './pdf-actions.ts'

const header = '%PDF-1.7\n'
const object = (content: string) => Buffer.from(`${header}5 0 obj\n${content}\nendobj\n`)
const toStream = (dictionary: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`${header}9 0 obj\n<<${dictionary}/Length ${data.length}>>\nstream\r\n`),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ])
const objects = '5 0 6 40 <</Type/Catalog/OpenAction 6 0 R>>      <</S/JavaScript/JS(app.alert(1))>>'
const objectStream = '/Type/ObjStm/N 2/First 9/Filter/FlateDecode'
/** So many different characters that their codes alone take more than the first bytes. */
const varied = `5 0 6 900 ${createHash('shake256', { outputLength: 4_000 }).update('').digest().toString('latin1').replace(/[#/]/g, '')}`
/** A page of an image without a mark on it: its beginning unpacks to a thousand times as much. */
const whitePage = deflateSync(Buffer.alloc(2 ** 20, 0xff))
/** Pages whose beginnings unpack to so many bytes together. */
function createWhitePages(bytes: number): Buffer {
  const each = inflateSync(whitePage.subarray(0, 512), { finishFlush: constants.Z_SYNC_FLUSH }).length
  const rest = deflateSync(Buffer.alloc(bytes % each, 0xff))
  return Buffer.concat([...Array(Math.floor(bytes / each)).fill(whitePage), rest].map((page) => toStream('', page)))
}
const MiB = 2 ** 20
/** An object stream that unpacks to so many bytes. */
const createObjects = (bytes: number) => toStream(objectStream, deflateSync('5 0 '.padEnd(bytes)))

describe('a PDF that acts by itself is found', () => {
  test.each([
    ['a script that runs when it is opened', '<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'],
    ['a script with an escaped name', '<</S /J#61vaScript /J#53 (app.alert(1))>>'],
    ['a script with small digits', '<</S/Java#53cript#2f#4a#4a/J#53#28app.alert(1))>>'],
    ['a script after a million escapes', `<</A ${'#41'.repeat(1_000_000)}/S/J#61vaScript>>`],
    ['a script named by another object', '/JavaScript'],
    ['a script after a comment', '<</S%\n/JavaScript%\n/JS 7 0 R>>'],
    ['a script of its names', '<</Names<</JavaScript<</Names[(a)8 0 R]>>>>>>'],
    ['a script alone', '<</JS(app.alert(1))>>'],
    ['an action of a page', '<</Type/Page/AA<</O 7 0 R>>>>'],
    ['an action of a field', '<</FT/Tx/AA 7 0 R>>'],
    ['a program', '<</S/Launch/F(calc.exe)>>'],
    ['an attachment', '<</Type/EmbeddedFile/Length 9>>'],
    ['an attachment that is not called one', '<</Type/Filespec/EF<</F 8 0 R>>>>'],
    ['attachments of its names', '<</Names<</EmbeddedFiles 8 0 R>>>>'],
    ['a form of XML', '<</AcroForm<</XFA[(template)8 0 R]>>>>'],
    ['an import of data', '<</S/ImportData/F(values.fdf)>>'],
    ['a film', '<</S/Rendition/OP 0/R 7 0 R>>'],
    ['a film of another kind', '<</Type/Annot/Subtype/RichMedia>>'],
    ['a script in hexadecimal digits', '<</JS<6170702E616C657274283129>>>'],
    ['a form that sends', '<</S/SubmitForm/F(https://example.org)>>'],
  ])('%s', (_, content) => {
    expect(hasActiveContent(object(content))).toBe(true)
  })

  test.each([
    ['an object stream', toStream(objectStream, deflateSync(objects))],
    [
      'an object stream with an escaped name',
      toStream(objectStream.replace('ObjStm', 'Obj#53tm'), deflateSync(objects)),
    ],
    ['an object stream that is not called one', toStream('/N 2/First 9', deflateSync(objects))],
    ['an object stream that is not packed', toStream('/Type/ObjStm/N 2/First 9', Buffer.from(objects))],
    ['an object within the data of a stream', toStream('', object('<</S/JavaScript/JS 7 0 R>>'))],
    ['an object stream within the data of a stream', toStream('', toStream(objectStream, deflateSync(objects)))],
  ])('in %s', (_, bytes) => {
    expect(hasActiveContent(bytes)).toBe(true)
  })
})

describe('a PDF whose objects cannot be searched counts as one', () => {
  test.each([
    ['another filter', toStream(objectStream.replace('Flate', 'LZW'), Buffer.from('80 0B 60 50'))],
    ['two filters', toStream('/Type/ObjStm/Filter[/ASCIIHexDecode/FlateDecode]', Buffer.from('35 20 30'))],
    ['too much content', createObjects(16 * MiB + 1)],
    ['too much content in all of them', Buffer.concat([8 * MiB, 8 * MiB + 1].map(createObjects))],
    ['too many beginnings of streams', createWhitePages(64 * MiB + 1)],
    ['too many streams', Buffer.from(`${header}${'stream\n'.repeat(10_001)}`)],
  ])('%s', (_, bytes) => {
    expect(hasActiveContent(bytes)).toBe(true)
  })
})

describe('a PDF that does nothing by itself is not one', () => {
  test.each([
    ['a link to a page about scripts', '<</S/URI/URI(https://example.org/docs/Web/JavaScript)>>'],
    ['a page to begin with', '<</OpenAction[3 0 R/Fit]/PageMode/UseNone>>'],
    ['marks that are no escapes', '<</A#4GScript/J#6 1/#>>#'],
    ['a form', '<</AcroForm<</Fields[7 0 R]/DA(/Helv 0 Tf)>>>>'],
    ['other names that begin alike', '<</JSON 1/AAPL 2/XFAB 3/EFG<</F 1>>/S/LaunchURL>>'],
  ])('%s', (_, content) => {
    expect(hasActiveContent(object(content))).toBe(false)
  })

  test.each([
    ['an object stream', toStream(objectStream, deflateSync('5 0 6 20 <</Type/Catalog>> <</Type/Page>>'))],
    ['an object stream with a long table of codes', toStream(objectStream, deflateSync(varied))],
    ['an image', toStream('/Subtype/Image/Filter/FlateDecode', deflateSync(Buffer.alloc(20 * 1024 * 1024)))],
    ['as much content as is searched', createObjects(16 * MiB)],
    ['as much content in two object streams', Buffer.concat([8 * MiB, 8 * MiB].map(createObjects))],
    ['as many white pages as are looked at', createWhitePages(64 * MiB)],
    ['ten thousand streams', Buffer.from(`${header}${'stream\n'.repeat(10_000)}`)],
    ['a photograph', toStream('/Subtype/Image/Filter/DCTDecode', Buffer.from([0xff, 0xd8, 0xff, 0xe0]))],
  ])('with %s', (_, bytes) => {
    expect(hasActiveContent(bytes)).toBe(false)
  })
})

test('an upload with a script is refused, and one without is accepted', async () => {
  const plain = await createPdfFile()
  expect(await inspectFile(plain)).toMatchObject({ kind: 'accepted', type: 'application/pdf' })
  const text = plain.toString('latin1')
  const hidden = Buffer.from(text.replace('/Type /Catalog', '/S/JavaScript '), 'latin1')
  expect(hidden).toHaveLength(plain.length)
  expect(await inspectFile(hidden)).toEqual({ kind: 'rejected', code: 'file_active' })
})
