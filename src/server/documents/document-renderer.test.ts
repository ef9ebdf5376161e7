import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { findCodes, listPictures, readPdf } from '#tests/support/browser/read-pdf.ts'
import { createFullTables } from '#tests/support/fixtures/full-form.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import type { ApplicationSlipContent } from './application-slip.ts'
import { createDocumentRenderer } from './document-renderer.ts'
import type { DocumentContent } from './render-document.ts'

const renderer = createDocumentRenderer()
afterAll(() => renderer.close())

const applicant = buildUser()

/** The slip of the longest form. @param fill makes a text with so many characters */
const createFullSlip = (fill: (length: number) => string): ApplicationSlipContent => ({
  kind: 'application',
  withdrawnAt: null,
  origin: { institution: 'Example Institute', year: 2024, contact: { address: null, phone: null, hours: null } },
  applicant,
  applicationId: 'APP-2024-000001',
  submittedAt: '2024-10-20T09:00:00Z',
  exam: { examDate: null, examTime: null, examVenue: null },
  examKind: 'cbt',
  photos: { nin: 'missing', uploaded: 'none' },
  tables: createFullTables(applicant, fill),
  verification: { slipCode: '0123456789AB', publicUrl: 'https://jobs.example.org' },
  createdAt: new Date('2024-10-20T09:00:00Z'),
})

const sentence = 'Ọ̀rọ̀ pípẹ́ about ₦5,000 and other things. '
const fills: [string, (length: number) => string][] = [
  ['sentences', (length) => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length)],
  ['words without an end', (length) => 'W'.repeat(length)],
  ['diacritics without a vowel', (length) => 'a\u0323\u0301'.repeat(length).slice(0, length)],
  ['lines of one character', (length) => 'x\n'.repeat(Math.ceil(length / 2)).slice(0, length)],
]

test.each(fills)('the longest form of %s is rendered whole, and the event loop does not wait', async (_, fill) => {
  const content = createFullSlip(fill)
  await renderer.render(async () => createShortSlip())
  const [own, all] = [process.threadCpuUsage(), process.cpuUsage()]
  const bytes = await renderer.render(async () => content)
  // Another thread does the work, however busy the machine is.
  expect(sumCpu(process.threadCpuUsage(own)) / sumCpu(process.cpuUsage(all))).toBeLessThan(0.5)
  expect(bytes.length).toBeLessThan(3_000_000)
  // Only the beginning: reading all pages back would take longer than rendering them.
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  expect(pages).toBeGreaterThan(30)
  expect(pages).toBeLessThan(600)
})

const sumCpu = ({ user, system }: NodeJS.CpuUsage) => user + system

const createShortSlip = (): ApplicationSlipContent => ({ ...createFullSlip(() => 'Text'), tables: [] })

test('a row that is higher than a page continues on the next one, with nothing lost', async () => {
  const parts = Array.from({ length: 200 }, (_, n) => `part${n}-`.padEnd(60, 'x'))
  const table = {
    name: 'long',
    title: 'Long',
    layout: 'grid' as const,
    headings: ['First', 'Second'],
    rows: [[parts.join(' '), 'short']],
    none: '',
  }
  const { pageTexts, text } = await readPdf(
    await renderer.render(async () => ({ ...createShortSlip(), tables: [table] })),
  )
  expect(pageTexts.length).toBeGreaterThan(1)
  for (const part of parts) expect(text).toContain(part)
  for (const pageText of pageTexts) {
    expect(pageText).toContain('Second')
    expect(pageText).toContain('Application ID APP-2024-000001')
  }
})

test('a row of a few lines stands whole on one page', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => [
    `begin${n}- ${sentence.repeat(20 + (n % 9) * 3)} end${n}-`,
    'short',
  ])
  const headings = ['First', 'Second']
  const table = { name: 'rows', title: 'Rows', layout: 'grid' as const, headings, rows, none: '' }
  const content = { ...createShortSlip(), tables: [table] }
  const { pageTexts, overlaps } = await readPdf(await renderer.render(async () => content))
  expect(pageTexts.length).toBeGreaterThan(2)
  expect(overlaps).toEqual([])
  for (const n of rows.keys())
    expect(
      pageTexts.filter((pageText) => pageText.includes(`begin${n}-`) && pageText.includes(`end${n}-`)),
    ).toHaveLength(1)
})

const grid = { layout: 'grid' as const, none: '' }

test('headings stand on the page of what follows them, and nothing reaches into the foot', async () => {
  const tables = Array.from({ length: 100 }, (_, n) => {
    const named = { ...grid, name: `section${n}`, title: `title${n}-` }
    const text = `text${n}- ${sentence.repeat(1 + (n % 27))}`
    if (n % 3 === 0) return { ...named, headings: [], rows: [], none: text }
    if (n % 3 === 1) return { ...named, headings: ['First', 'Second'], rows: [[text, 'short']] }
    const facts = [
      ['What', text],
      ['Where', sentence],
    ]
    return { ...named, layout: 'facts' as const, headings: [], rows: n % 2 ? facts : facts.slice(0, 1) }
  })
  const { pageTexts, overlaps } = await readPdf(await renderer.render(async () => ({ ...createShortSlip(), tables })))
  expect(overlaps).toEqual([])
  expect(pageTexts.length).toBeGreaterThan(5)
  for (const n of tables.keys())
    expect(pageTexts.find((pageText) => pageText.includes(`title${n}-`))).toContain(`text${n}-`)
  const count = (text: string, part: string) => text.split(part).length
  for (const pageText of pageTexts) expect(count(pageText, 'Second')).toBe(count(pageText, 'short'))
})

test.each<[string, string[][]]>([
  [
    'one long text beside texts of a few words',
    [[sentence.repeat(20), 'A'], ...Array(20).fill(['A', sentence.slice(0, 24)])],
  ],
  ['long words in every column', [[`${'w'.repeat(30)} ${sentence}`, ...Array(7).fill('w'.repeat(13))]]],
])('a table with %s stands on one page, each text within its column', async (_, rows) => {
  const table = { ...grid, name: 'wide', title: 'Wide', headings: rows[0]?.map(() => 'Heading') ?? [], rows }
  const { pages, overlaps } = await readPdf(
    await renderer.render(async () => ({ ...createShortSlip(), tables: [table] })),
  )
  expect(overlaps).toEqual([])
  expect(pages).toBe(1)
})

test('the foot of every page has the QR code, and its texts stay in their lines however long the names are', async () => {
  const { origin, verification, ...slip } = createShortSlip()
  const photo = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#884422' } })
    .jpeg()
    .toBuffer()
  const table = { name: 'rows', title: 'Rows', layout: 'grid' as const, headings: ['Row'], none: '' }
  const bytes = await renderer.render(async () => ({
    ...slip,
    tables: [{ ...table, rows: Array.from({ length: 60 }, () => [sentence]) }],
    origin: { ...origin, institution: 'Institute of Technology and Management '.repeat(10).trim() },
    photos: { nin: photo, uploaded: photo },
    verification: { ...verification, publicUrl: `https://${Array(6).fill('w'.repeat(60)).join('.')}.example` },
  }))
  const { pages, overlaps, places } = await readPdf(bytes)
  expect(overlaps).toEqual([])
  expect(await findCodes(bytes)).toEqual(Array(pages).fill(true))
  const [code, ...photos] = listPictures(bytes).toSorted((one, other) => one.left - other.left)
  expect(code?.height).toBeCloseTo(code?.width ?? 0)
  expect(photos).toHaveLength(2)
  for (const { width, height } of photos) {
    expect(width).toBeCloseTo((28 / 25.4) * 72, 1)
    expect(height / width).toBeCloseTo(4 / 3, 2)
  }
  expect(photos[1]?.left).toBeGreaterThan(photos[0]?.right ?? Number.NaN)
  for (const [n, caption] of ['NIN photo', 'Uploaded photo'].entries())
    expect(places.find(({ str }) => str === caption)?.bottom).toBeLessThan(photos[n]?.bottom ?? Number.NaN)
  expect(pages).toBeGreaterThan(1)
})

test('of a row that continues on the next page more than a line or two stands on the page where it begins', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => [
    Array.from({ length: 25 + n }, (_, line) => `${n}/${line}- ${sentence.repeat(2)}`).join(' '),
    'short',
  ])
  const table = { ...grid, name: 'rows', title: 'Rows', headings: ['First', 'Second'], rows }
  const { pageTexts } = await readPdf(await renderer.render(async () => ({ ...createShortSlip(), tables: [table] })))
  for (const n of rows.keys()) expect(pageTexts.find((text) => text.includes(` ${n}/0- `))).toContain(` ${n}/3- `)
  // And no page ends where another row could begin.
  expect(pageTexts.length).toBeLessThan(25)
})

const contact = { address: '12 College Road', phone: '+234 800 000 0000', hours: '9 am to 4 pm' }
const made = {
  origin: { institution: 'Example Institute', year: 2024, contact },
  applicant,
  verification: { slipCode: '0123456789AB', publicUrl: 'https://jobs.example.org' },
  createdAt: new Date('2024-10-20T09:00:00Z'),
}
const offer = {
  ...made,
  kind: 'offer' as const,
  number: 'APP-2024-000001',
  role: 'Lecturer II',
  school: 'Technology',
  department: 'Computer Science',
  offeredAt: '2024-10-20T09:00:00Z',
  until: '2024-11-21T13:32:05Z',
  acceptedAt: null,
}

test.each<[string, DocumentContent, string[], string[]]>([
  [
    'an offer',
    offer,
    [
      'an appointment as Lecturer II in the Recruitment 2024',
      'School Technology Department Computer Science',
      'Answer until 21 November 2024, 2:32 pm',
      'Your answer is final.',
      'that is not answered until 21 November 2024, 2:32 pm ends by itself',
      'Code 0123-4567-89AB',
    ],
    [],
  ],
  ['an offer of a post without a department', { ...offer, department: null }, ['School Technology'], ['Department']],
  [
    'a bank slip',
    { ...made, kind: 'bank', rrr: '310007123456', amount: 12_500 },
    [
      'RRR 3100 0712 3456',
      'Amount to pay ₦12,500.00',
      'Before you pay, check the name, purpose and amount with the teller.',
      'that can take up to two days',
      'This slip is no proof of payment.',
    ],
    [],
  ],
  [
    'a password slip',
    { ...made, kind: 'password', initialPassword: 'k7-Palm', publicUrl: 'https://jobs.example.org' },
    [
      'Initial password k7-Palm',
      'Where to log in https://jobs.example.org/auth/login What to do 1. Open the address above',
      'Destroy this slip.',
    ],
    [],
  ],
  [
    'an application slip',
    { ...createShortSlip(), ...made, withdrawnAt: '2024-10-21T09:00:00Z' },
    ['Submitted on 20 October 2024', 'Withdrawn on 21 October 2024'],
    [],
  ],
])('%s says what it is for, when it was created and how to reach the registry', async (_, content, has, lacks) => {
  const { text, overlaps } = await readPdf(await renderer.render(async () => content))
  expect(overlaps).toEqual([])
  for (const part of [...has, 'Created 20 October 2024, 10:00 am.', 'How to reach the registry', contact.phone])
    expect(text).toContain(part)
  for (const part of lacks) expect(text).not.toContain(part)
})

test('names of several lines stand beside the photographs, and the title of the slip stands in one line', async () => {
  const slip = createShortSlip()
  const surname = 'Oluwaseun '.repeat(60).trim()
  const { overlaps, places } = await readPdf(
    await renderer.render(async () => ({ ...slip, applicant: { ...applicant, surname, surName: surname } })),
  )
  expect(overlaps).toEqual([])
  expect(places.map(({ str }) => str)).toContain('Application slip')
})

test('the entries of a list are further apart than its lines, and a text in a frame is clear of its label', async () => {
  const content = {
    ...made,
    kind: 'password' as const,
    initialPassword: 'k7-Palm',
    publicUrl: 'https://jobs.example.org',
  }
  const { places } = await readPdf(await renderer.render(async () => content))
  const [first = 0, second = 0, label = 0, password = 0] = ['1.', '2.', 'Initial password', 'k7-Palm'].map(
    (of) => places.find(({ str }) => str === of)?.bottom,
  )
  expect(first - second).toBeGreaterThan(9.5 * 1.3)
  expect(label - password).toBeGreaterThan(30 * 1.3)
  expect(label - password).toBeLessThan(30 * 2)
})

test('an offer letter begins below the logo and its rule, and its greeting stands apart', async () => {
  const { places } = await readPdf(await renderer.render(async () => offer))
  const find = (beginning: string) => places.find(({ str }) => str.startsWith(beginning))
  const getBottom = (beginning: string) => find(beginning)?.bottom ?? Number.NaN
  const [day, greeting, text] = [getBottom('20 October 2024'), getBottom('Dear '), getBottom('We are pleased')]
  const [pageHeight, margin, logo, rule, lineHeight] = [841.89, 42.52, 42, 13, 10.5 * 1.3]
  expect(day).toBeLessThan(pageHeight - margin - logo - rule - 7)
  expect(find('Example Institute')?.left).toBeGreaterThan(margin + logo)
  expect(greeting - text).toBeGreaterThan(lineHeight + 4)
  expect(day - greeting).toBeGreaterThan(greeting - text)
})

test('a question alone in its section stands there once, any other with its label', async () => {
  const facts = { layout: 'facts' as const, headings: [], none: '' }
  const longAnswer = 'In Minna and in Kaduna, at three schools of the state.'
  const tables = [
    { ...facts, name: 'statement', title: 'Statement', rows: [['Statement', 'I like to teach.']] },
    { ...facts, name: 'work', title: 'Work', rows: [['Where', longAnswer]] },
    {
      ...facts,
      name: 'place',
      title: 'Place',
      rows: [
        ['Place', 'Kaduna'],
        ['Since', '2020'],
      ],
    },
  ]
  const { text, places } = await readPdf(await renderer.render(async () => ({ ...createShortSlip(), tables })))
  expect(text).toContain(`Statement I like to teach. Work Where ${longAnswer} Place Place Kaduna Since 2020`)
  expect(text).not.toContain('Statement Statement')
  const getBottom = (of: string) => places.find(({ str }) => str === of)?.bottom ?? Number.NaN
  const [above, heading, below] = [getBottom('I like to teach.'), getBottom('Work'), getBottom(longAnswer)]
  // A heading is nearer to what follows it.
  expect(above - heading).toBeGreaterThan(heading - below)
  expect(getBottom('Kaduna')).toBe(getBottom('2020'))
  expect(getBottom('Uploaded photo') - getBottom('Statement')).toBeGreaterThan(10.5)
})

test('an eleventh list appears on the slip by itself, and a slip without photos says so', async () => {
  const table = {
    name: 'patents',
    title: 'Patents pending',
    layout: 'grid' as const,
    headings: ['Title'],
    rows: [['A better clock']],
    none: '',
  }
  const { text } = await readPdf(await renderer.render(async () => ({ ...createShortSlip(), tables: [table] })))
  for (const fact of ['Patents pending', 'A better clock', 'Not available', 'None yet']) expect(text).toContain(fact)
})

test('a document that takes too long ends with its thread, and is refused as unavailable', async () => {
  const impatient = createDocumentRenderer({ timeoutMs: 1 })
  await expect(impatient.render(async () => createFullSlip(() => 'x'))).rejects.toMatchObject({
    code: 'unavailable',
  })
  await impatient.close()
})
