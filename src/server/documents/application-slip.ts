import { formatDateTime } from '#shared/format/dates.ts'
import { formatFullName, formatRecruitmentTitle, type PersonName } from '#shared/format/names.ts'
import { formatCellText, type Table } from '#shared/forms/table.ts'
import type { ExamDetails } from '#shared/policy/applicant-status.ts'
import {
  applicationIdLabel,
  type ExamKind,
  examTitles,
  formatSubmission,
  formatWithdrawal,
  getExamFacts,
} from '#shared/slips/application-slip.ts'
import { photoCaptions } from '#shared/slips/photo-captions.ts'
import { formatSlipFoot, type SlipOrigin, slipNames } from '#shared/slips/slip-content.ts'
import { createPdfDocument, type PdfDocument } from './pdf/pdf-document.ts'
import { createElement, drawArtifact, drawBlock, drawLines, hairline, type PageFlow } from './pdf/pdf-page-flow.ts'
import { drawFacts } from './pdf/pdf-table.ts'
import { loadPhoto, type Photo, photoRatio } from './pdf/photo.ts'
import { getLineHeight, type TextStyle } from './pdf/text-layout.ts'
import { drawRegistryContact } from './registry-contact.ts'
import { describeSlipCode, type SlipVerification } from './slip-verification.ts'

export interface ApplicationSlipContent {
  kind: 'application'
  origin: SlipOrigin
  applicant: PersonName
  applicationId: string
  /** ISO 8601. */
  submittedAt: string
  /** ISO 8601; null while it is not withdrawn. */
  withdrawnAt: string | null
  exam: ExamDetails
  examKind: ExamKind
  photos: { nin: Photo; uploaded: Photo }
  /** As rendered on the day of submission, so that an old slip never changes. */
  tables: readonly Table[]
  verification: SlipVerification
  createdAt: Date
}

export async function createApplicationSlip(slip: ApplicationSlipContent): Promise<Buffer> {
  const { origin, applicant, applicationId, verification, createdAt } = slip
  const created = `Created ${formatDateTime(createdAt)}.`
  const pdf = createPdfDocument({
    title: `${slipNames.application} ${applicationId}, ${formatFullName(applicant)}`,
    author: origin.institution,
    foot: {
      text: `${formatSlipFoot(origin, applicationIdLabel, applicationId)} ${created}`,
      qrCode: describeSlipCode(verification),
    },
    createdAt,
  })
  pdf.letterhead(origin.institution, formatRecruitmentTitle(origin), slipNames.application)
  await drawTop(pdf, slip)
  for (const table of slip.tables) drawSection(pdf, table)
  drawRegistryContact(pdf, origin.contact)
  return pdf.finish()
}

/** Passport photos have 28 mm in width. */
const photoWidth = (28 / 25.4) * 72
const photoHeight = photoWidth / photoRatio
const gap = 10

/** Name, number and exam on the left, the photos on the right. */
async function drawTop({ flow }: PdfDocument, slip: ApplicationSlipContent) {
  const { left: x, y: top } = flow
  const textWidth = flow.width - 2 * photoWidth - 2 * gap
  const block = (tag: string, text: string, style: TextStyle) => {
    flow.y += drawBlock(flow, tag, text, style, { x, y: flow.y, width: textWidth })
  }
  block('P', formatFullName(slip.applicant), { font: 'strong', size: 12 })
  block('P', `${applicationIdLabel} ${slip.applicationId}`, { font: 'strong', size: 10 })
  block('P', formatSubmission(slip.submittedAt), { font: 'plain', size: 9.5 })
  if (slip.withdrawnAt) block('P', formatWithdrawal(slip.withdrawnAt), { font: 'strong', size: 10 })
  const exam = getExamFacts(slip.exam, slip.examKind)
  const examTitle = examTitles[slip.examKind]
  if (exam.length > 0) {
    flow.y += 4
    block('H2', examTitle, { font: 'strong', size: 10.5 })
    flow.y += 2
    drawFacts(flow, { title: examTitle, facts: exam }, { size: 9, left: x, width: textWidth, columns: 1 })
  }
  const right = x + flow.width
  const name = formatFullName(slip.applicant)
  const nin = { caption: photoCaptions.nin, name, photo: slip.photos.nin }
  const uploaded = { caption: photoCaptions.uploaded, name, photo: slip.photos.uploaded }
  const ninHeight = await drawPhoto(flow, nin, right - 2 * photoWidth - gap, top)
  const uploadedHeight = await drawPhoto(flow, uploaded, right - photoWidth, top)
  flow.y = Math.max(flow.y, top + ninHeight, top + uploadedHeight)
}

const captionStyle: TextStyle = { font: 'plain', size: 8 }

/** @returns the height of the photo with its caption */
async function drawPhoto(
  flow: PageFlow,
  { caption, name, photo }: { caption: string; name: string; photo: Photo },
  x: number,
  y: number,
): Promise<number> {
  const { pdf, document } = flow
  const image = await loadPhoto(photo)
  if (image) {
    const figure = createElement(
      pdf,
      'Figure',
      { alt: `${name}, ${caption}`, bbox: [x, y, x + photoWidth, y + photoHeight] },
      () => pdf.image(image, x, y, { width: photoWidth, height: photoHeight }),
    )
    document.add(figure)
  } else {
    const text = photo === 'none' ? photoCaptions.none : 'Not available'
    const place = { x: x + 6, y: y + photoHeight / 2, width: photoWidth - 12 }
    drawBlock(flow, 'P', text, captionStyle, place)
  }
  drawArtifact(pdf, () => pdf.rect(x, y, photoWidth, photoHeight).lineWidth(0.5).stroke(hairline))
  const captionX = x + (photoWidth - flow.text.measure(caption, captionStyle)) / 2
  const captionY = y + photoHeight + 2
  document.add(pdf.struct('Caption', {}, () => drawLines(flow, [caption], captionStyle, { x: captionX, y: captionY })))
  return photoHeight + 4 + getLineHeight(captionStyle)
}

function drawSection(pdf: PdfDocument, { title, layout, headings, rows, none }: Table) {
  pdf.heading(2, title)
  if (rows.length === 0) return pdf.paragraph(none, { size: 8.5 })
  const texts = rows.map((row) => row.map(formatCellText))
  if (layout === 'grid') return pdf.grid({ title, headings, rows: texts }, headings.length > 7 ? 7.5 : 8)
  const [[label, answer = ''] = []] = texts
  // A question on its own has the title of its section.
  if (texts.length === 1 && label === title) return pdf.paragraph(answer, { size: 8.5 })
  const facts = texts.map(([label = '', answer = '']): [string, string] => [label, answer])
  pdf.facts({ title, facts }, { columns: facts.length > 1 ? 2 : 1 })
}
