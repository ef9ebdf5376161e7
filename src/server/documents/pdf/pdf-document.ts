// A tagged PDF, which screen readers can navigate by headings, lists and tables. A4 with margins of 15 mm.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create } from 'fontkit'
import PDFDocument from 'pdfkit'
import { drawMark } from './mark.ts'
import { drawFoot, type Foot, getFootHeight } from './pdf-foot.ts'
import {
  drawArtifact,
  drawBlock,
  drawLines,
  drawRule,
  green,
  ink,
  margin,
  type PageFlow,
  reserveHeight,
} from './pdf-page-flow.ts'
import { drawFacts, drawGrid } from './pdf-table.ts'
import { createTextLayout, getLineHeight, type TextStyle } from './text-layout.ts'

const fontFiles = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')

/** Parsed once, because that takes as long as drawing a page. The library takes such fonts, but its types do not say so. */
const loadFont = (file: string) => create(readFileSync(join(fontFiles, file))) as unknown as Buffer
const fonts = { plain: loadFont('DejaVuSansCondensed.ttf'), strong: loadFont('DejaVuSansCondensed-Bold.ttf') }

/** Declares the document to be accessible (ISO 14289). The types of the library do not know this subset. */
const pdfUa = { subset: 'PDF/UA' } as object

export interface PdfTable {
  title: string
  headings: readonly string[]
  rows: readonly (readonly string[])[]
}

export interface PdfFacts {
  title: string
  facts: readonly (readonly [string, string])[]
}

export interface PdfDocument {
  /** For content that no method below draws. */
  flow: PageFlow
  /** The logo with two lines beside it, and the kind of document as its title. */
  letterhead(name: string, title: string, document: string): void
  heading(level: 1 | 2 | 3, text: string): void
  paragraph(text: string, options?: { size?: number; font?: TextStyle['font']; color?: string }): void
  list(items: readonly string[], kind: 'numbered' | 'bulleted'): void
  grid(table: PdfTable, size?: number): void
  facts(facts: PdfFacts, options?: { columns?: 1 | 2; size?: number }): void
  space(points: number): void
  /** The finished document. */
  finish(): Promise<Buffer>
}

export interface DocumentFacts {
  title: string
  author: string
  /** On every page. */
  foot: Foot
  createdAt: Date
}

export function createPdfDocument({ title, author, foot, createdAt }: DocumentFacts): PdfDocument {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    tagged: true,
    ...pdfUa,
    pdfVersion: '1.7',
    lang: 'en-NG',
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: createdAt },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  pdf.registerFont('plain', fonts.plain)
  pdf.registerFont('strong', fonts.strong)
  const document = pdf.struct('Document')
  pdf.addStructure(document)
  const flow: PageFlow = {
    pdf,
    text: createTextLayout(pdf),
    document,
    left: margin,
    width: pdf.page.width - 2 * margin,
    bottom: pdf.page.height - margin - getFootHeight(foot),
    y: margin,
  }
  const { drawHeadings, ...methods } = createMethods(flow)
  return {
    ...methods,
    flow,
    finish() {
      drawHeadings()
      drawFoot(flow, foot)
      document.end()
      pdf.end()
      return done
    },
  }
}

const headingStyles: Record<1 | 2 | 3, TextStyle & { before: number; color: string }> = {
  1: { font: 'strong', size: 18, before: 0, color: green },
  2: { font: 'strong', size: 10.5, before: 7, color: ink },
  3: { font: 'strong', size: 9.5, before: 4, color: ink },
}
interface Heading {
  level: keyof typeof headingStyles
  text: string
}

function createMethods(flow: PageFlow): Omit<PdfDocument, 'flow' | 'finish'> & { drawHeadings(): void } {
  const { left: x, width } = flow
  /** Drawn once it is known how high the beginning of what follows is: no heading is alone at the foot of a page. */
  let waiting: Heading[] = []
  const begin = (height: number) => {
    const headings = waiting
    waiting = []
    reserveHeight(flow, headings.reduce((sum, heading) => sum + measureHeading(flow, heading), 0) + height)
    for (const { level, text } of headings) {
      const { before, color, ...style } = headingStyles[level]
      if (flow.y > margin) flow.y += before
      flow.y += drawBlock(flow, `H${level}`, text, style, { x, y: flow.y, width, color }) + belowHeading
    }
  }
  const drawHeadings = () => {
    if (waiting.length > 0) begin(0)
  }
  return {
    drawHeadings,
    letterhead: (name, title, document) => drawLetterhead(flow, name, title, document),
    heading(level, text) {
      waiting.push({ level, text })
    },
    paragraph(text, { size = 9.5, font = 'plain', color = ink } = {}) {
      const style = { font, size }
      begin(flow.text.wrap(text, width, style).length * getLineHeight(style))
      flow.y += drawBlock(flow, 'P', text, style, { x, y: flow.y, width, color }) + 4
    },
    list: (items, kind) => drawList(flow, items, { kind, begin }),
    grid(table, size = 8) {
      drawGrid(flow, table, { size, begin })
      flow.y += 4
    },
    facts(facts, { columns = 2, size = 8.5 } = {}) {
      drawFacts(flow, facts, { columns, size, begin })
      flow.y += 4
    },
    space(points) {
      drawHeadings()
      flow.y += points
    },
  }
}

const belowHeading = 2

function measureHeading({ text: layout, width }: PageFlow, { level, text }: Heading): number {
  const { before, color: _, ...style } = headingStyles[level]
  return before + layout.wrap(text, width, style).length * getLineHeight(style) + belowHeading
}

const markSize = 42

function drawLetterhead(flow: PageFlow, name: string, title: string, document: string) {
  const { pdf, left, width, y } = flow
  drawArtifact(pdf, () => drawMark(pdf, left, y, markSize))
  const x = left + markSize + 10
  const documentStyle: TextStyle = { font: 'strong', size: 13 }
  const documentWidth = Math.min(flow.text.measure(document, documentStyle) + 1, 200)
  const nameWidth = width - markSize - 10 - documentWidth - 12
  const nameHeight = drawBlock(flow, 'P', name, { font: 'strong', size: 13 }, { x, y: y + 3, width: nameWidth })
  const titleY = y + 4 + nameHeight
  const titleHeight = drawBlock(flow, 'P', title, { font: 'plain', size: 11 }, { x, y: titleY, width: nameWidth })
  const documentX = left + width - documentWidth
  drawBlock(flow, 'H1', document, documentStyle, { x: documentX, y: y + 3, width: documentWidth })
  flow.y = Math.max(y + markSize, titleY + titleHeight) + 5
  drawRule(flow, flow.y, 1)
  flow.y += 8
}

const listIndent = 18

function drawList(
  flow: PageFlow,
  items: readonly string[],
  { kind, begin }: { kind: 'numbered' | 'bulleted'; begin: (height: number) => void },
) {
  const { pdf, left, width } = flow
  const style: TextStyle = { font: 'plain', size: 9.5 }
  const list = pdf.struct('L')
  flow.document.add(list)
  for (const [n, item] of items.entries()) {
    const lines = flow.text.wrap(item, width - listIndent, style)
    const height = lines.length * getLineHeight(style)
    if (n === 0) begin(height)
    else reserveHeight(flow, height)
    const entry = pdf.struct('LI')
    list.add(entry)
    const label = kind === 'numbered' ? `${n + 1}.` : '•'
    const y = flow.y
    entry.add(pdf.struct('Lbl', {}, () => drawLines(flow, [label], style, { x: left + 4, y })))
    entry.add(pdf.struct('LBody', {}, () => drawLines(flow, lines, style, { x: left + listIndent, y })))
    entry.end()
    flow.y += height + 2
  }
  list.end()
  flow.y += 4
}
