import { create } from 'qrcode'

/**
 * Draws a QR code as squares, so that it stays sharp in print. Around it the caller leaves some white.
 * @param size points of a side
 */
export function drawQrCode(pdf: PDFKit.PDFDocument, text: string, { x, y, size }: Square): void {
  // Level Q survives damage to a quarter of the code, such as folds and poor copies.
  const { modules } = create(text, { errorCorrectionLevel: 'Q' })
  const side = size / modules.size
  for (let row = 0; row < modules.size; row += 1) {
    // One rectangle for neighbouring squares: no hairlines between them.
    for (let column = 0; column < modules.size; column += 1) {
      const start = column
      while (column < modules.size && modules.get(row, column)) column += 1
      if (column > start) pdf.rect(x + start * side, y + row * side, (column - start) * side, side)
    }
  }
  pdf.fill('black')
}

interface Square {
  x: number
  y: number
  size: number
}
