import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { drawMark, markShapes } from './mark.ts'

test('the logo of documents has the shapes and colours of the web app', () => {
  const source = readFileSync('src/kit/ui/layout/mark.tsx', 'utf8')
  const paths = [...source.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path)
  expect(markShapes.map(({ path }) => path)).toEqual(paths)
  for (const { fill, stroke } of markShapes) expect(source).toContain((fill ?? stroke ?? '').replace('#ffffff', '#fff'))
})

test('each shape of the logo is filled, or drawn as a line', () => {
  const pdf = new PDFDocument({ compress: false })
  drawMark(pdf, 0, 0, 48)
  pdf.end()
  const operators = (pdf.read() as Buffer).toString('latin1').split('\n')
  const count = (operator: string) => operators.filter((one) => one === operator).length
  expect([count('f'), count('S')]).toEqual([
    markShapes.filter(({ fill }) => fill).length,
    markShapes.filter(({ stroke }) => stroke).length,
  ])
})
