// A row for each applicant: the photograph of the application, who it is, and a place to sign.

import {
  createElement,
  drawArtifact,
  drawLines,
  hairline,
  type PageFlow,
  reserveHeight,
  startPage,
} from './pdf-page-flow.ts'
import { photoRatio } from './photo.ts'
import type { PrintedSeat } from './printed-seat.ts'
import { getLineHeight, type TextStyle } from './text-layout.ts'

const photoWidth = (16 / 25.4) * 72
const photoHeight = photoWidth / photoRatio
const padding = 3
const rowHeight = photoHeight + 2 * padding
const headStyle: TextStyle = { font: 'strong', size: 9 }
const headHeight = getLineHeight(headStyle) + 2 * padding
const seatStyle: TextStyle = { font: 'strong', size: 15 }
const nameStyle: TextStyle = { font: 'strong', size: 10 }
const plainStyle: TextStyle = { font: 'plain', size: 9 }

const columns = [
  { heading: 'Seat', share: 0.09 },
  { heading: 'Photograph', share: 0.14 },
  { heading: 'Applicant', share: 0.38 },
  { heading: 'Signature', share: 0.39 },
] as const

export function drawAttendanceSheet(flow: PageFlow, title: string, seats: readonly PrintedSeat[]): void {
  const { pdf } = flow
  const table = pdf.struct('Table', { title })
  flow.document.add(table)
  reserveHeight(flow, headHeight + rowHeight)
  const head = pdf.struct('TR')
  table.add(head)
  for (const { heading, x } of placeColumns(flow))
    head.add(createElement(pdf, 'TH', { scope: 'Column' }, () => drawHeading(flow, heading, x)))
  endRow(flow, headHeight)
  for (const seat of seats) {
    if (flow.y + rowHeight > flow.bottom) {
      startPage(flow)
      drawArtifact(pdf, () => {
        for (const { heading, x } of placeColumns(flow)) drawHeading(flow, heading, x)
      })
      endRow(flow, headHeight)
    }
    const row = pdf.struct('TR')
    table.add(row)
    drawSeat(flow, row, seat)
    endRow(flow, rowHeight)
  }
  table.end()
}

function placeColumns({ left, width }: PageFlow) {
  let x = left
  return columns.map(({ heading, share }) => {
    const column = { heading, x, width: share * width }
    x += column.width
    return column
  })
}

const drawHeading = (flow: PageFlow, heading: string, x: number) =>
  drawLines(flow, [heading], headStyle, { x: x + padding, y: flow.y + padding })

function drawSeat(
  flow: PageFlow,
  row: PDFKit.PDFStructureElement,
  { seatNumber, name, number, post, hasSpecialNeeds, photo }: PrintedSeat,
) {
  const { pdf, y: top } = flow
  const [seatCell, photoCell, whoCell] = placeColumns(flow)
  if (!seatCell || !photoCell || !whoCell) return
  const y = top + padding
  row.add(
    createElement(pdf, 'TH', { scope: 'Row' }, () =>
      drawLines(flow, [String(seatNumber)], seatStyle, { x: seatCell.x + padding, y }),
    ),
  )
  const picture = pdf.struct('TD')
  row.add(picture)
  const x = photoCell.x + padding
  if (photo) {
    const box: [number, number, number, number] = [x, y, x + photoWidth, y + photoHeight]
    picture.add(
      createElement(pdf, 'Figure', { alt: `Photograph of ${name}`, bbox: box }, () =>
        pdf.image(Buffer.from(photo), x, y, { width: photoWidth, height: photoHeight }),
      ),
    )
  } else picture.add(() => drawLines(flow, ['None'], plainStyle, { x, y }))
  const wrap = (text: string, style: TextStyle, max: number) =>
    flow.text.wrap(text, whoCell.width - 2 * padding, style).slice(0, max)
  row.add(
    createElement(pdf, 'TD', {}, () => {
      const place = { x: whoCell.x + padding, y }
      place.y += drawLines(flow, wrap(name, nameStyle, 2), nameStyle, place)
      // The one list that stays with those who watch over the hall.
      place.y += drawLines(flow, [hasSpecialNeeds ? `${number}, special needs` : number], plainStyle, place)
      drawLines(flow, wrap(post, plainStyle, 2), plainStyle, place)
    }),
  )
  row.add(createElement(pdf, 'TD', {}))
  row.end()
}

function endRow(flow: PageFlow, height: number) {
  drawArtifact(flow.pdf, () => {
    for (const { x, width } of placeColumns(flow)) flow.pdf.rect(x, flow.y, width, height)
    flow.pdf.lineWidth(0.4).stroke(hairline)
  })
  flow.y += height
}
