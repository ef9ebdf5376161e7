import { expect, test } from 'vitest'
import type { Exercise } from '#shared/api/exercise.ts'
import { posts } from '#shared/reference-data/posts.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { createAdvert } from './advert.ts'

const exercise: Exercise = {
  institution: 'Example Institute of Technology',
  shortName: 'EIT',
  title: 'Academic Staff Recruitment',
  year: 2024,
  status: 'closed',
  deadline: '2024-12-01T22:59:00.000Z',
  fee: 12_000,
  charge: 500,
  posts: [...posts],
  vendor: { name: 'Example', url: null },
  payment: { publicKey: 'k', widgetUrl: 'https://example.org/widget.js' },
}

test('the advert names the institution, every post, the fee in naira and the deadline', async () => {
  const bytes = await createAdvert(exercise, 'https://jobs.example.org')
  const { text: pdfText, pages } = await readPdf(bytes)
  expect(pages).toBe(1)
  for (const { school, department, roles } of posts)
    for (const text of [school, department ?? '', ...roles])
      expect(pdfText.replaceAll(' ', '')).toContain(text.replaceAll(' ', ''))
  expect(pdfText).toContain('Example Institute of Technology')
  expect(pdfText).toContain('₦12,000.00')
  expect(pdfText).toContain('₦12,500.00')
  expect(pdfText).toContain('until 1 December 2024, 11:59 pm')
  expect(pdfText).toContain('page 1 of 1')
})

test('the advert is a tagged PDF with a language and a title', async () => {
  const raw = (await createAdvert(exercise, 'https://jobs.example.org')).toString('latin1')
  expect(raw).toContain('/Marked true')
  expect(raw).toContain('/Lang (en-NG)')
  for (const tag of ['/H1', '/H2', '/Table', '/TH', '/TD', '/L']) expect(raw).toContain(`/S ${tag}`)
})
