import { expect, test } from 'vitest'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { requiredDocumentSchema, submittedDocumentSchema } from '../application/document.ts'

const complete = createCompleteAnswers('/api/v1/files/1')

/** The complete form without the answer at each path in turn. */
function* leaveOutEach(value: unknown, path: (string | number)[] = []): Iterable<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    if (!Array.isArray(value)) yield [[...path, key].join('.'), removeAt(complete, [...path, key])]
    yield* leaveOutEach((value as Record<string, unknown>)[key], [...path, key])
  }
}

function removeAt(document: unknown, path: (string | number)[]): unknown {
  const copy = structuredClone(document) as Record<string, unknown>
  const parent = path.slice(0, -1).reduce((node, key) => node[key] as Record<string, unknown>, copy)
  delete parent[String(path.at(-1))]
  return copy
}

const withoutOne = [...leaveOutEach(complete)]

test('a complete form satisfies the described schema', () => {
  expect(requiredDocumentSchema.safeParse(complete).error?.issues ?? []).toEqual([])
  expect(withoutOne.length).toBeGreaterThan(60)
})

test('what is optional may be empty as well, in the description as for the server', () => {
  const optional = {
    ...complete,
    publication: complete.publication.map((one) => ({ ...one, title: '', fileUrl: [] })),
  }
  for (const schema of [requiredDocumentSchema, submittedDocumentSchema])
    expect(schema.safeParse(optional).error?.issues ?? []).toEqual([])
})

test.each(withoutOne)('the description requires %s exactly when the server does', (path, document) => {
  const isRefused = !submittedDocumentSchema.safeParse(document).success
  // The first is required only while the position is "others", the second only beside an LGA.
  const isConditional = path.endsWith('otherPosition') || path === 'homeAddress.state'
  expect(requiredDocumentSchema.safeParse(document).success).toBe(!isRefused || isConditional)
})

test.each([
  ['an unknown name', { ...complete, salary: '1' }],
  ['two referees', { ...complete, referees: complete.referees.slice(1) }],
  ['a year that is none', { ...complete, institutions: [{ ...complete.institutions[0], startYear: '20x1' }] }],
  ['an unknown option', { ...complete, publication: [{ ...complete.publication[0], type: 'rumour' }] }],
])('neither the description nor the server accepts %s', (_, document) => {
  expect(requiredDocumentSchema.safeParse(document).success).toBe(false)
  expect(submittedDocumentSchema.safeParse(document).success).toBe(false)
})
