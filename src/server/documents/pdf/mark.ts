// The institution's logo, drawn as in the web app (src/kit/ui/layout/mark.tsx).

const green = '#15573c'
const gold = '#c9962b'

interface Shape {
  path: string
  fill?: string
  stroke?: string
  width?: number
}

/** In a square of 48 by 48. */
export const markShapes: readonly Shape[] = [
  { path: 'M24 2 6 8v15c0 11.2 7.4 19 18 23 10.6-4 18-11.8 18-23V8Z', fill: green },
  { path: 'M24 5.2 9 10.2V23c0 9.4 6 16 15 19.8C33 39 39 32.4 39 23V10.2Z', stroke: gold, width: 1.2 },
  { path: 'M17 22a7 7 0 0 1 14 0Z', fill: gold },
  { path: 'M24 10.5v2.5M15.5 13.5l1.8 1.9M32.5 13.5l-1.8 1.9', stroke: gold, width: 1.8 },
  {
    path: 'M12.5 24.5c4.2-.6 8.2.2 11.5 2.5 3.3-2.3 7.3-3.1 11.5-2.5v8.3c-4.2-.6-8.2.2-11.5 2.5-3.3-2.3-7.3-3.1-11.5-2.5Z',
    fill: '#ffffff',
  },
  { path: 'M24 27v8.3', stroke: green, width: 1.4 },
]

/** @param size points of a side */
export function drawMark(pdf: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  pdf
    .save()
    .translate(x, y)
    .scale(size / 48)
  for (const { path, fill, stroke, width = 1 } of markShapes) {
    pdf.path(path)
    if (fill) pdf.fill(fill)
    if (stroke) pdf.lineWidth(width).lineCap('round').stroke(stroke)
  }
  pdf.restore()
}
