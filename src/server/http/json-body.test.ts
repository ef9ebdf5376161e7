import { describe, expect, test } from 'vitest'
import { sections } from '#shared/application/sections.ts'
import { createEmptyEntry, type Section } from '#shared/forms/section.ts'
import { maxJsonValues, parseJson } from './json-body.ts'

test.each(['{"a":[1,"x",null,{"b":true}]}', '"a, [{ \\" \\\\"', '[]', ' 7 ', '{"a":"\\\\","b":"]"}'])(
  'is parsed as JSON.parse does: %s',
  (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
  },
)

test.each(['{"a":', '[1,]', "{'a':1}", '"never ends', '{"a":"\\"}', ''])('%j is malformed', (text) => {
  expect(() => parseJson(text)).toThrow(expect.objectContaining({ code: 'malformed_request' }))
})

test.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
])('twelve %s in each other are read, thirteen are not', (_what, start, end) => {
  const nest = (depth: number) => `${start.repeat(depth - 1)}[]${end.repeat(depth - 1)}`
  expect(() => parseJson(nest(12))).not.toThrow()
  expect(() => parseJson(nest(13))).toThrow()
})

const megabyte = 1_000_000
/** Of CPU time. Reading takes a few milliseconds; parsing whose cost grows with the square of the length takes seconds. */
const maxMs = 300

describe('V15.2.2 a megabyte costs no more than reading it:', () => {
  test.each([
    ['brackets', `${'['.repeat(megabyte / 2)}${']'.repeat(megabyte / 2)}`],
    ['brackets that never close', '['.repeat(megabyte)],
    ['objects', `[${'{},'.repeat(megabyte / 3)}{}]`],
    ['keys', `{${Array.from({ length: 70_000 }, (_, n) => `"key${n}":1`).join(',')}}`],
    ['commas', ','.repeat(megabyte)],
  ])('%s are refused', (_what, text) => {
    expect(measureCpu(() => expect(() => parseJson(text)).toThrow())).toBeLessThan(maxMs)
  })

  test.each([
    ['one text', `"${'x'.repeat(megabyte)}"`],
    ['quotes in a text', `"${'\\"'.repeat(megabyte / 2)}"`],
    ['backslashes in a text', `"${'\\\\'.repeat(megabyte / 2)}"`],
    ['brackets after a quote in a text', `"\\"${'[{,'.repeat(megabyte / 3)}"`],
    ['brackets in a text', `"${'[{,'.repeat(megabyte / 3)}"`],
  ])('%s is parsed', (_what, text) => {
    expect(measureCpu(() => expect(parseJson(text)).toBeTypeOf('string'))).toBeLessThan(maxMs)
  })
})

/** CPU time of this thread in ms. */
function measureCpu(act: () => void): number {
  act()
  const before = process.threadCpuUsage()
  act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

test('a form with every list and every file full is within the limit', () => {
  const full = Object.fromEntries(
    (Object.entries(sections) as [string, Section][]).map(([name, section]) => {
      if (section.shape !== 'list') return [name, Object.fromEntries(Array.from({ length: 20 }, (_, n) => [n, 'x']))]
      const entry = { ...createEmptyEntry(section), fileUrl: Array<string>(10).fill('/api/v1/files/x') }
      return [name, Array(section.max).fill(entry)]
    }),
  )
  const text = JSON.stringify({ document: full, revision: 1 })
  expect(text.match(/[[{,]/g)?.length).toBeLessThan(maxJsonValues / 1.5)
  expect(parseJson(text)).toEqual({ document: full, revision: 1 })
})

test('a list of 20,000 values is read, one of 20,001 is not', () => {
  const list = (count: number) => `[${Array(count).fill('1').join(',')}]`
  expect(parseJson(list(20_000))).toHaveLength(20_000)
  expect(() => parseJson(list(20_001))).toThrow()
})
