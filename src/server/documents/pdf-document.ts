// A tagged PDF, which screen readers can navigate by headings, lists and tables. A4 with margins of 15 mm.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import PDFDocument from 'pdfkit'
import type { Table } from '#shared/forms/table.ts'

type Structure = PDFKit.PDFStructureElement

const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')
const margin = (15 / 25.4) * 72
const green = '#14532d'

export interface PdfDocument {
  heading(level: 1 | 2, text: string): void
  paragraph(text: string): void
  list(items: readonly string[]): void
  /** @param widths of the columns in points; '*' shares the rest */
  table(table: Pick<Table, 'headings' | 'rows' | 'title'>, widths?: (number | '*')[]): void
  /** The finished document. */
  finish(): Promise<Buffer>
}

/** @param facts title, author, and a footer for every page, followed by "page n of m" */
export function createPdfDocument(facts: { title: string; author: string; footer: string }): PdfDocument {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    tagged: true,
    pdfVersion: '1.7',
    lang: 'en-NG',
    displayTitle: true,
    bufferPages: true,
    info: { Title: facts.title, Author: facts.author },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  pdf.registerFont('plain', join(fonts, 'DejaVuSans.ttf'))
  pdf.registerFont('strong', join(fonts, 'DejaVuSans-Bold.ttf'))
  const document = pdf.struct('Document')
  pdf.addStructure(document)

  const block = (tag: string, draw: () => void) => document.add(pdf.struct(tag, {}, draw))

  return {
    heading(level, text) {
      const size = level === 1 ? 18 : 12
      if (pdf.y > pdf.page.height - margin - size * 5) pdf.addPage()
      block(`H${level}`, () => {
        pdf
          .moveDown(level === 1 ? 0 : 0.8)
          .font('strong')
          .fontSize(size)
          .fillColor(level === 1 ? green : 'black')
          .text(text)
      })
      pdf.moveDown(0.3)
    },
    paragraph(text) {
      block('P', () => pdf.font('plain').fontSize(10).fillColor('black').text(text, { lineGap: 2 }))
      pdf.moveDown(0.5)
    },
    list(items) {
      const list = pdf.struct('L')
      document.add(list)
      pdf.font('plain').fontSize(10).fillColor('black')
      pdf.list([...items], { structParent: list, listType: 'numbered', lineGap: 2 } as PDFKit.Mixins.TextOptions)
      list.end()
      pdf.moveDown(0.5)
    },
    table({ headings, rows, title }, widths) {
      const structure: Structure = pdf.struct('Table', { title })
      document.add(structure)
      const heads = headings.map((text) => ({ text, type: 'TH' as const, font: { src: 'strong', size: 9 } }))
      pdf
        .font('plain')
        .fontSize(9)
        .table({
          structParent: structure,
          ...(widths && { columnStyles: widths }),
          defaultStyle: { border: [0.5, 0, 0.5, 0], borderColor: '#777777', padding: '3pt' },
          data: [heads, ...rows.map((row) => row.map((cell) => ({ text: cell.text })))],
        } as PDFKit.Mixins.TableOptionsWithData)
      structure.end()
      pdf.moveDown(0.8)
    },
    finish() {
      numberPages(pdf, facts.footer)
      document.end()
      pdf.end()
      return done
    },
  }
}

function numberPages(pdf: PDFKit.PDFDocument, foot: string) {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page)
    const text = `${foot} · page ${page + 1} of ${count}`
    // The footer is in the margin, where text would otherwise start a new page.
    const { bottom } = pdf.page.margins
    pdf.page.margins.bottom = 0
    pdf.markContent('Artifact', { type: 'Pagination' })
    pdf.font('plain').fontSize(8).fillColor('#444444')
    pdf.text(text, margin, pdf.page.height - margin * 0.7, { lineBreak: false })
    pdf.endMarkedContent()
    pdf.page.margins.bottom = bottom
  }
}
