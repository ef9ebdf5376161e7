import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { SittingDocumentName } from '#shared/staff/sitting-documents.ts'
import { listPictures, readPdf } from '#tests/support/browser/read-pdf.ts'
import { createDocumentRenderer } from './document-renderer.ts'
import { loadPhoto, shrinkPhoto } from './pdf/photo.ts'
import type { PrintedSeat } from './pdf/printed-seat.ts'
import type { SittingDocumentContent } from './sitting-document.ts'

const renderer = createDocumentRenderer({ threads: 1, isBackground: true })
afterAll(() => renderer.close())

const createSeats = (count: number, photo: Uint8Array | null = null): PrintedSeat[] =>
  Array.from({ length: count }, (_, n) => ({
    seatNumber: n + 1,
    name: `Ọládípọ̀ Amaka ${String.fromCodePoint(90 - (n % 26))}`,
    number: `APP-2024-${String(n + 1).padStart(6, '0')}`,
    post: 'Lecturer II, Technology',
    hasSpecialNeeds: n === 1,
    photo,
  }))

const render = async (
  document: SittingDocumentName,
  seats: readonly PrintedSeat[],
  { leftOut = 0, venue = 'Main hall' } = {},
) => {
  const content: SittingDocumentContent = {
    kind: 'sitting',
    document,
    institution: 'Example Institute of Technology',
    year: 2024,
    sitting: {
      kind: 'CBT',
      label: 'Batch A',
      venue,
      address: '12 College Road, Kaduna',
      reportsAt: new Date('2039-03-04T07:00:00Z'),
      startsAt: new Date('2039-03-04T08:00:00Z'),
      endsAt: new Date('2039-03-04T10:00:00Z'),
    },
    seats,
    leftOut,
    createdAt: new Date('2039-03-01T09:00:00Z'),
  }
  return renderer.render(async () => content)
}

const createPhoto = async () =>
  shrinkPhoto(
    await sharp({
      create: {
        width: 900,
        height: 1_200,
        channels: 3,
        background: '#884422',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer(),
  )

test.each<[SittingDocumentName, string, number]>([
  ['seats', 'Seating list', 4],
  ['sheet', 'Attendance sheet', 11],
  ['door', 'Door list', 4],
  ['labels', 'Seat labels', 5],
])(
  'every page of %s says which sitting, venue and date it is of, and which page of how many',
  async (document, title, maxPages) => {
    const pdf = await readPdf(await render(document, createSeats(100)))
    expect(pdf).toMatchObject({
      isTagged: true,
      language: 'en-NG',
      title: `${title}, CBT, Batch A, Main hall, 4 March 2039`,
      showsTitle: true,
      overlaps: [],
    })
    expect(pdf.pages).toBeLessThanOrEqual(maxPages)
    for (const [n, text] of pdf.pageTexts.entries()) {
      expect(text).toContain(`Page ${n + 1} of ${pdf.pages}`)
      expect(text).toContain('Example Institute of Technology. CBT, Batch A, Main hall, 4 March 2039.')
    }
    for (const { name, number } of createSeats(100)) {
      expect(pdf.text).toContain(number)
      expect(pdf.text.normalize()).toContain(name.normalize())
    }
  },
)

test('the attendance sheet says which applicants have no photograph, and who needs help', async () => {
  const { text, places } = await readPdf(await render('sheet', createSeats(2)))
  const getLeft = (of: string) => places.find(({ str }) => str === of)?.left
  // Each heading begins where its column does.
  expect([getLeft('Seat'), getLeft('Photograph')]).toEqual([getLeft('1'), getLeft('None')])
  const getBottom = (of: string) => places.find(({ str }) => str === of)?.bottom ?? Number.NaN
  // And stands as far below the line above it as what is in the rows.
  expect(getBottom('Photograph') - getBottom('None')).toBeCloseTo(9 * 1.3 + 2 * 3, 0)
  expect(text.match(/APP-2024-000002, special needs|special needs/g)).toEqual(['APP-2024-000002, special needs'])
  expect(text.match(/None/g)).toHaveLength(2)
})

test('no line of the foot ends within a moment, wherever it is full', async () => {
  for (let length = 1; length <= 40; length += 3) {
    const { places } = await readPdf(await render('labels', createSeats(1), { venue: 'H'.repeat(length) }))
    const foot = places.filter(({ str, bottom }) => bottom < 65 && !str.startsWith('Page'))
    expect(foot.map(({ str }) => str).join(' ')).toContain('created')
    expect(foot.filter(({ str }) => /^(March|am)|(\s1|:00)$/.test(str))).toEqual([])
  }
})

/** Of an A4 page between its margins, in points. */
const pageWidth = ((210 - 2 * 15) / 25.4) * 72

test.each<[SittingDocumentName, string, RegExp, number, number]>([
  ['sheet', 'name and post, two lines each', /^(Chukwuemeka|Lecturer|[il]{20}|i i i)/, 4, 0.38 * pageWidth - 2 * 3],
  ['labels', 'name, two lines, and venue, one line', /^(Chukwuemeka|[il]{20}|Batch A|j j j)/, 3, pageWidth / 3 - 2 * 6],
])('of very long texts a cell of the %s has what fits: %s', async (document, _, cut, lines, width) => {
  // Narrow letters fill a line but for a few points.
  const narrow = { name: 'il'.repeat(100), post: 'i '.repeat(100) }
  const seats = createSeats(30).map((seat) => ({
    ...seat,
    ...(seat.seatNumber % 2 ? { name: 'Chukwuemeka '.repeat(30), post: 'Lecturer '.repeat(60) } : narrow),
  }))
  const { overlaps, places } = await readPdf(await render(document, seats, { venue: `${'j '.repeat(40)}hall` }))
  expect(overlaps).toEqual([])
  const widths = places.filter(({ str }) => cut.test(str)).map((text) => text.width)
  expect(widths).toHaveLength(seats.length * lines)
  expect(Math.max(...widths)).toBeLessThanOrEqual(width)
  expect(Math.max(...widths)).toBeGreaterThan(width - 4)
})

test.each([
  ['a slip', loadPhoto],
  ['a list', shrinkPhoto],
])('a photograph on %s is upright and has a white background', async (_, load) => {
  const top = { create: { width: 60, height: 30, channels: 3, background: '#ff0000' } } as const
  const upright = await sharp({ create: { width: 60, height: 80, channels: 4, background: '#00000000' } })
    .composite([{ input: await sharp(top).png().toBuffer(), top: 0, left: 0 }])
    .png()
    .toBuffer()
  const turned = await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).toBuffer()
  const printed = sharp((await load(turned)) ?? [])
  const { width, height } = await printed.metadata()
  const pixels = await printed.raw().toBuffer()
  const at = (share: number) => [...pixels.subarray(3 * width * Math.floor(height * share)).subarray(0, 3)]
  expect(at(0.1)[0]).toBeGreaterThan(240)
  expect(at(0.1)[1]).toBeLessThan(20)
  for (const value of at(0.9)) expect(value).toBeGreaterThan(240)
})

test('the attendance sheet of 500 has a small photograph and a row for each, which screen readers know', async () => {
  const photo = await createPhoto()
  expect(photo.length).toBeLessThan(12_000)
  const bytes = await render('sheet', createSeats(500, photo))
  expect(bytes.length).toBeLessThan(500 * 14_000)
  const pdf = await readPdf(bytes)
  expect(pdf.elements.filter(({ tag }) => tag === 'Figure')).toHaveLength(500)
  expect(pdf.elements.find(({ tag }) => tag === 'Figure')?.alt).toBe('Photograph of Ọládípọ̀ Amaka Z')
  for (const text of pdf.pageTexts) expect(text).toContain('Signature')
  const pictures = listPictures(bytes)
  expect(pictures).toHaveLength(500)
  for (const { width, height } of pictures) {
    expect(width).toBeCloseTo((16 / 25.4) * 72, 1)
    expect(height / width).toBeCloseTo(4 / 3, 2)
  }
}, 60_000)

test.each([
  [1, '1 seat is'],
  [2, '2 seats are'],
])('the door list is sorted by name, and says that it does not have %i', async (leftOut, beginning) => {
  const { text } = await readPdf(await render('door', createSeats(3), { leftOut }))
  expect(text.match(/Amaka [X-Z]/g)).toEqual(['Amaka X', 'Amaka Y', 'Amaka Z'])
  expect(text).toContain(`${beginning} not on this list`)
  expect((await readPdf(await render('door', createSeats(3)))).text).not.toContain('not on this list')
})
