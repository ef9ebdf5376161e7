import { expect, test } from 'vitest'
import { formatCsv, unescapeCell } from './csv.ts'

test('cells are quoted, and the file says that it is UTF-8', () => {
  expect(
    formatCsv([
      ['Oládípò', 'a "b"'],
      ['one,two', ''],
    ]),
  ).toBe('\uFEFF"Oládípò","a ""b"""\r\n"one,two",""\r\n')
})

test.each(['=1+1', '+2348031234567', '-1', '@sum(a1)', '\t=1', '\r=1', '＝1+1'])(
  'a cell that a spreadsheet would calculate stays text: %j',
  (cell) => {
    const text = formatCsv([[cell]])
    expect(text).toContain(`"'${cell}"`)
    expect(unescapeCell(`'${cell}`)).toBe(cell)
  },
)

test("an apostrophe of a name's own stays", () => {
  expect(formatCsv([["'Abd", "N'Djamena"]])).toContain(`"'Abd","N'Djamena"`)
  expect(unescapeCell("'Abd")).toBe("'Abd")
})
