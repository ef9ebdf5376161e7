// The foot of every page: whose document it is, the page's number, and a QR code if there is one.
import { joinMoments } from '#shared/format/dates.ts'
import { createElement, drawArtifact, drawLines, drawRule, margin, type PageFlow } from './pdf-page-flow.ts'
import { drawQrCode } from './qr-code.ts'
import { getLineHeight, type TextStyle } from './text-layout.ts'

export interface Foot {
  /** Such as the institution and the applicant's number; printed on every page before its number. */
  text: string
  qrCode?: {
    /** What the code contains. */
    content: string
    /** For those who cannot see it. */
    description: string
    /** A code to type instead, in bold; may be empty. */
    title: string
    /** What the reader can do with it. */
    lines: readonly string[]
  }
}

/** 22 mm: squares of half a millimetre can still be read on a photocopy of a photocopy. */
const qrSize = (22 / 25.4) * 72
const style: TextStyle = { font: 'plain', size: 8 }
const titleStyle: TextStyle = { font: 'strong', size: 10 }
const gap = 8
const textHeight = 2 * getLineHeight(style) + gap

/** Points between the lower margin and the content. */
export const getFootHeight = ({ qrCode }: Foot) => (qrCode ? qrSize + 2 * gap : textHeight)

/** Draws the foot of all pages. On the last one it is content; on the others a repetition. */
export function drawFoot(flow: PageFlow, foot: Foot): void {
  const { pdf } = flow
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page)
    const isLast = page === start + count - 1
    const pageNumber = `Page ${page + 1} of ${count}`
    drawRule(flow, flow.bottom + gap / 2, 0.5)
    if (isLast) drawContent(flow, foot)
    drawArtifact(
      pdf,
      () => {
        if (!isLast) drawQr(flow, foot)
        if (!isLast) drawTexts(flow, foot)
        drawIdentity(flow, foot, pageNumber)
      },
      'Pagination',
    )
  }
}

function drawContent(flow: PageFlow, foot: Foot) {
  const { pdf, document } = flow
  if (!foot.qrCode) return
  const { x, y } = getQrPlace(flow)
  const { description: alt } = foot.qrCode
  document.add(createElement(pdf, 'Figure', { alt, bbox: [x, y, x + qrSize, y + qrSize] }, () => drawQr(flow, foot)))
  document.add(pdf.struct('P', {}, () => drawTexts(flow, foot)))
}

const getQrPlace = ({ left, bottom }: PageFlow) => ({ x: left, y: bottom + gap * 1.5 })

function drawQr(flow: PageFlow, { qrCode }: Foot) {
  if (qrCode) drawQrCode(flow.pdf, qrCode.content, { ...getQrPlace(flow), size: qrSize })
}

const getTextPlace = (flow: PageFlow) => {
  const { x, y } = getQrPlace(flow)
  return { x: x + qrSize + 12, y }
}

function drawTexts(flow: PageFlow, { qrCode }: Foot) {
  if (!qrCode) return
  const { x, y } = getTextPlace(flow)
  const width = flow.width - qrSize - 12
  let place = y
  if (qrCode.title) place += drawLines(flow, [qrCode.title], titleStyle, { x, y: place }) + 1
  const lines = qrCode.lines.flatMap((line) => flow.text.wrap(line, width, style))
  drawLines(flow, lines.slice(0, 3), style, { x, y: place })
}

/** In the last line of the foot: the text on the left, the page's number on the right. */
function drawIdentity(flow: PageFlow, { text, qrCode }: Foot, pageNumber: string) {
  const right = flow.left + flow.width
  const numberWidth = flow.text.measure(pageNumber, style)
  const x = qrCode ? getTextPlace(flow).x : flow.left
  const lines = flow.text.wrap(joinMoments(text), right - x - numberWidth - 12, style).slice(0, 2)
  const y = flow.pdf.page.height - margin - getLineHeight(style)
  drawLines(flow, lines, style, { x, y: y - (lines.length - 1) * getLineHeight(style) })
  drawLines(flow, [pageNumber], style, { x: right - numberWidth, y })
}
