import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { createTextLayout } from './text-layout.ts'

const layout = createTextLayout(
  new PDFDocument().registerFont('plain', 'Helvetica').registerFont('strong', 'Helvetica-Bold'),
)
const style = { font: 'plain', size: 10 } as const

test('a line ends before the word that does not fit, and neither begins nor ends with a space', () => {
  const width = layout.measure('one two', style)
  expect(layout.wrap('one two three\nfour', width, style)).toEqual(['one two', 'three', 'four'])
  expect(layout.wrap('one two', width - 0.01, style)).toEqual(['one', 'two'])
})

test.each([
  [20, 20],
  [21, 1],
])('a text of %i paragraphs has %i lines', (paragraphs, lines) => {
  expect(layout.wrap(Array(paragraphs).fill('x').join('\n'), 500, style)).toHaveLength(lines)
})
