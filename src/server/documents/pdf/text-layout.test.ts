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
  // Also where not one letter of the next word fits.
  expect(layout.wrap('i WW', layout.measure('i ', style) + 1, style)).toEqual(['i', 'W', 'W'])
})

test('a word that is wider than a line goes on where the line is full; one that just fits stands in one line', () => {
  const width = layout.measure('wwww', style)
  expect(layout.wrap('wwwwwwwwww', width, style)).toEqual(['wwww', 'wwww', 'ww'])
  // Its letters stand closer together than each alone.
  expect(layout.wrap('AVAVAV', layout.measure('AVAVAV', style), style)).toEqual(['AVAVAV'])
})

test.each([
  [20, 20],
  [21, 1],
])('a text of %i paragraphs has %i lines', (paragraphs, lines) => {
  expect(layout.wrap(Array(paragraphs).fill('x').join('\n'), 500, style)).toHaveLength(lines)
})
