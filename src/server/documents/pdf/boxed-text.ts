import { drawArtifact, drawLines, type PageFlow } from './pdf-page-flow.ts'
import type { TextStyle } from './text-layout.ts'

const labelStyle: TextStyle = { font: 'plain', size: 11 }
const textStyle: TextStyle = { font: 'strong', size: 30 }
const boxHeight = 64

/** Large enough to read across a counter and on a poor photocopy. */
export function drawBoxedText(flow: PageFlow, label: string, text: string): void {
  const { pdf, left, width } = flow
  const centre = (line: string, style: TextStyle) => left + (width - flow.text.measure(line, style)) / 2
  const draw = (line: string, style: TextStyle, y: number) =>
    flow.document.add(pdf.struct('P', {}, () => drawLines(flow, [line], style, { x: centre(line, style), y })))
  draw(label, labelStyle, flow.y + 8)
  const top = flow.y + 28
  draw(text, textStyle, top + 13)
  drawArtifact(pdf, () => pdf.rect(left, top, width, boxHeight).lineWidth(2).stroke('#000000'))
  flow.y = top + boxHeight + 16
}
