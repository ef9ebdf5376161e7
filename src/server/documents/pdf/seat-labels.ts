// Labels to be cut and put on the seats.

import { drawArtifact, drawLines, hairline, margin, type PageFlow, startPage } from './pdf-page-flow.ts'
import type { PrintedSeat } from './printed-seat.ts'
import { getLineHeight, type TextStyle } from './text-layout.ts'

const acrossPage = 3
const downPage = 7
const padding = 6
const seatStyle: TextStyle = { font: 'strong', size: 30 }
const nameStyle: TextStyle = { font: 'strong', size: 10 }
const plainStyle: TextStyle = { font: 'plain', size: 8.5 }

interface Labels {
  /** Read by screen readers: the labels take the whole page. */
  title: string
  /** In the last line of each. */
  below: string
  seats: readonly PrintedSeat[]
}

export function drawSeatLabels(flow: PageFlow, { title, below, seats }: Labels): void {
  const { pdf, document, left } = flow
  const width = flow.width / acrossPage
  const height = (flow.bottom - margin) / downPage
  document.add(
    pdf.struct('H1', { alt: title, actual: title }, () => drawLines(flow, [' '], plainStyle, { x: left, y: margin })),
  )
  for (const [n, { seatNumber, name, number }] of seats.entries()) {
    const place = n % (acrossPage * downPage)
    if (n > 0 && place === 0) startPage(flow)
    const x = left + (place % acrossPage) * width
    const y = margin + Math.floor(place / acrossPage) * height
    drawArtifact(pdf, () => pdf.rect(x, y, width, height).lineWidth(0.4).dash(3, {}).stroke(hairline).undash())
    const wrap = (text: string, style: TextStyle, max: number) =>
      flow.text.wrap(text, width - 2 * padding, style).slice(0, max)
    document.add(
      pdf.struct('P', {}, () => {
        const at = { x: x + padding, y: y + padding }
        at.y += drawLines(flow, [String(seatNumber)], seatStyle, at)
        at.y += drawLines(flow, wrap(name, nameStyle, 2), nameStyle, at)
        drawLines(flow, [number], plainStyle, at)
        drawLines(flow, wrap(below, plainStyle, 1), plainStyle, {
          x: at.x,
          y: y + height - padding - getLineHeight(plainStyle),
        })
      }),
    )
  }
}
