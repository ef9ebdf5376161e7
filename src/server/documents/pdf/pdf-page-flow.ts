// Where the next content of a PDF goes, and its place in the structure that screen readers read.
import type { TextLayout, TextStyle } from './text-layout.ts'
import { getLineHeight } from './text-layout.ts'

export type Structure = PDFKit.PDFStructureElement

export const margin = (15 / 25.4) * 72
export const ink = '#000000'
export const green = '#14532d'
export const hairline = '#777777'

export interface PageFlow {
  pdf: PDFKit.PDFDocument
  text: TextLayout
  document: Structure
  left: number
  width: number
  /** The lowest place for content; below it is the foot. */
  bottom: number
  /** From the top of the page, in points. */
  y: number
}

interface ElementOptions {
  /** What a picture shows. */
  alt?: string
  /** Left, top, right and bottom of a picture. */
  bbox?: [number, number, number, number]
  scope?: 'Row' | 'Column'
}

/** An element of the structure. The types of the library do not know all of its options. */
export const createElement = (pdf: PDFKit.PDFDocument, tag: string, options: ElementOptions, draw?: () => void) =>
  pdf.struct(tag, options as object, draw)

/** Starts a new page unless this height still fits. */
export function reserveHeight(flow: PageFlow, height: number): void {
  if (flow.y + height <= flow.bottom) return
  startPage(flow)
}

export function startPage(flow: PageFlow): void {
  flow.pdf.addPage()
  flow.y = margin
}

export interface TextPlace {
  x: number
  y: number
  color?: string
}

/** Draws lines below each other and returns their height. */
export function drawLines(
  { pdf }: PageFlow,
  lines: readonly string[],
  style: TextStyle,
  { x, y, color = ink }: TextPlace,
): number {
  const lineHeight = getLineHeight(style)
  pdf.font(style.font).fontSize(style.size).fillColor(color)
  for (const [n, line] of lines.entries()) if (line) pdf.text(line, x, y + n * lineHeight, { lineBreak: false })
  return lines.length * lineHeight
}

/** Draws a text of its own at this place and adds it to the structure. Returns its height. */
export function drawBlock(
  flow: PageFlow,
  tag: string,
  text: string,
  style: TextStyle,
  place: TextPlace & { width: number },
): number {
  const lines = flow.text.wrap(text, place.width, style)
  flow.document.add(flow.pdf.struct(tag, {}, () => drawLines(flow, lines, style, place)))
  return lines.length * getLineHeight(style)
}

/** Decoration and repetitions: screen readers skip them. */
export function drawArtifact(
  pdf: PDFKit.PDFDocument,
  draw: () => void,
  type: 'Layout' | 'Pagination' = 'Layout',
): void {
  pdf.markContent('Artifact', { type })
  draw()
  pdf.endMarkedContent()
}

export function drawRule({ pdf, left, width }: PageFlow, y: number, thickness: number, color = ink): void {
  drawArtifact(pdf, () =>
    pdf
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(thickness)
      .stroke(color),
  )
}
