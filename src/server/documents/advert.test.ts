import { expect, test } from 'vitest'
import type { Exercise } from '#shared/api/applicant/exercise.ts'
import { posts } from '#shared/reference-data/posts.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { type AdvertContent, createAdvert } from './advert.ts'

const exercise: Exercise = {
  institution: 'Example Institute of Technology',
  shortName: 'EIT',
  title: 'Academic Staff Recruitment',
  year: 2024,
  status: 'open',
  deadline: '2024-12-01T22:59:00.000Z',
  fee: 12_000,
  charge: 500,
  posts: [...posts],
  vendor: { name: 'Example', url: null },
  contact: { address: null, phone: null, hours: null },
  payment: { publicKey: 'k', widgetUrl: 'https://example.org/widget.js' },
}
const create = (change: Partial<Exercise> = {}, more: Partial<AdvertContent> = {}) =>
  createAdvert({
    kind: 'advert',
    exercise: { ...exercise, ...change },
    publicUrl: 'https://jobs.example.org',
    now: new Date('2024-11-01T08:00:00Z'),
    ...more,
  })

test('the advert fits one page and names institution, every post, requirements, fee, deadline, steps and contact', async () => {
  const { text, pages, overlaps } = await readPdf(await create())
  expect(overlaps).toEqual([])
  expect(pages).toBe(1)
  for (const { school, department, roles } of posts)
    for (const fact of [school, department ?? '', ...roles])
      expect(text.replaceAll(' ', '')).toContain(fact.replaceAll(' ', ''))
  for (const fact of [
    'Example Institute of Technology',
    'Academic Staff Recruitment 2024',
    'Applications are open',
    'until 1 December 2024, 11:59 pm',
    '₦12,000.00',
    '₦12,500.00',
    'Requirements',
    '•',
    '3 referees who know your work',
    'How to apply',
    'National Identification Number',
    'Contact',
    'https://jobs.example.org/contact',
    'Page 1 of 1',
  ])
    expect(text).toContain(fact)
  expect(text).not.toContain('National Identity Number')
})

test('the statement of an advert stands in a frame of its own, and no entry of a list reaches into the foot', async () => {
  const { places } = await readPdf(await create())
  const at = places.findIndex(({ str }) => str.includes('until 1 December 2024, 11:59 pm'))
  expect((places[at]?.bottom ?? 0) - (places[at + 1]?.bottom ?? 0)).toBeGreaterThan(20)
  const [post] = posts
  for (let count = 20; count < 36; count += 1) {
    const more = Array.from({ length: count }, (_, n) => ({ ...post!, department: `Department ${n}` }))
    expect([count, (await readPdf(await create({ posts: more }))).overlaps]).toEqual([count, []])
  }
})

test('the advert says how to reach the registry, as far as it is stated, and still fits one page', async () => {
  const contact = { address: 'Registry\n12 College Road, Minna', phone: '+234 800 000 0000', hours: null }
  const { text, pages } = await readPdf(await create({ contact }))
  expect(pages).toBe(1)
  for (const fact of ['Phone', contact.phone, 'Address', 'Registry, 12 College Road, Minna'])
    expect(text).toContain(fact)
  expect(text).not.toContain('Hours')
})

test.each([
  ['closed by staff', { status: 'closed', deadline: null } as const, /you can still log in, pay and submit\./],
  ['closed before its deadline', { status: 'closed' } as const, /submit until 1 December 2024, 11:59 pm/],
  ['over', { deadline: '2024-10-31T22:59:00.000Z' }, /Closed since 31 October 2024, 11:59 pm/],
])('an advert of an exercise that is %s says so first', async (_, change, detail) => {
  const { text } = await readPdf(await create(change))
  expect(text).toMatch(detail)
  expect(text.indexOf('Application is currently closed')).toBeGreaterThan(0)
  expect(text.indexOf('Application is currently closed')).toBeLessThan(text.indexOf('Posts'))
  expect(text).not.toContain('Open posts')
  expect(text).not.toContain('will be announced')
})

test('the advert is a tagged PDF with a language and a title', async () => {
  const pdf = await readPdf(await create())
  expect(pdf).toMatchObject({
    isTagged: true,
    language: 'en-NG',
    title: 'Academic Staff Recruitment 2024: internal and external advert',
  })
  const tags = pdf.elements.map(({ tag }) => tag)
  for (const tag of ['H1', 'H2', 'Table', 'TH', 'TD', 'L', 'LI', 'Figure']) expect(tags).toContain(tag)
})

test.each([
  [
    'open without a deadline',
    { deadline: null },
    ['The deadline will be announced on the portal.', 'Open posts'],
    ['Not yet announced'],
  ],
  ['closed without a deadline', { status: 'closed', deadline: null } as const, ['Not yet announced'], ['Closed since']],
  ['over', { deadline: '2024-10-31T22:59:00.000Z' }, ['Closed since'], ['Suitably qualified candidates']],
  [
    'open',
    {},
    ['Suitably qualified candidates', 'Deadline'],
    ['Closed since', 'currently closed', 'announced on the portal'],
  ],
])('an advert of an exercise that is %s names no other day', async (_, change, has, lacks) => {
  const { text } = await readPdf(await create(change))
  for (const sentence of has) expect(text).toContain(sentence)
  for (const sentence of lacks) expect(text).not.toContain(sentence)
})
