import { expect, test } from 'vitest'
import { buildPublishedEmail } from './published-email.ts'

const now = new Date('2026-11-02T09:00:00Z')
const hour = 3_600_000
const at = (hours: number) => new Date(now.getTime() + hours * hour)
const outcome = { outcome: 'verified' as const, reasons: [] }

test.each([
  ['without a moment of its own', { publishAt: null, publishedAt: null }, at(0)],
  ['whose moment lies ahead', { publishAt: at(1), publishedAt: null }, at(1)],
  ['whose moment has passed before it was approved', { publishAt: at(-1), publishedAt: null }, at(0)],
  ['that was published', { publishAt: at(-2), publishedAt: at(-1) }, at(-1)],
])('the email of a publication %s says when it is published', (_, moments, expected) => {
  const publication = { kind: 'shortlist' as const, emailNote: '', ...moments }
  const { data } = buildPublishedEmail(publication, { number: 'APP-1', content: outcome }, now)
  expect(data).toMatchObject({ publishedAt: expected.toISOString(), isCorrection: false })
})
