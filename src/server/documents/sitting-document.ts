// What is printed for a sitting: lists of who sits where, the sheet that applicants sign, and labels for the seats.
import { formatDate, formatDateTime, formatTime } from '#shared/format/dates.ts'
import { formatRecruitmentTitle } from '#shared/format/names.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { type SittingDocumentName, sittingDocuments } from '#shared/staff/sitting-documents.ts'
import { drawAttendanceSheet } from './pdf/attendance-sheet.ts'
import { createPdfDocument, type PdfDocument } from './pdf/pdf-document.ts'
import type { PrintedSeat } from './pdf/printed-seat.ts'
import { drawSeatLabels } from './pdf/seat-labels.ts'

export interface SittingDocumentContent {
  kind: 'sitting'
  document: SittingDocumentName
  institution: string
  year: number
  sitting: {
    kind: string
    label: string
    venue: string
    address: string
    reportsAt: Date
    startsAt: Date
    endsAt: Date
  }
  /** By seat. */
  seats: readonly PrintedSeat[]
  /** Of seats whose applicants the maker may not know. */
  leftOut: number
  createdAt: Date
}

export function createSittingDocument(content: SittingDocumentContent): Promise<Buffer> {
  const { document, institution, sitting, seats, createdAt } = content
  const { title } = sittingDocuments[document]
  const named = `${sitting.kind}, ${sitting.label}, ${sitting.venue}, ${formatDate(sitting.startsAt)}`
  const pdf = createPdfDocument({
    title: `${title}, ${named}`,
    author: institution,
    foot: { text: `${institution}. ${named}. ${title}, created ${formatDateTime(createdAt)}.` },
    createdAt,
  })
  if (document === 'labels') {
    drawSeatLabels(pdf.flow, { title: `${title}, ${named}`, below: `${sitting.label}, ${sitting.venue}`, seats })
    return pdf.finish()
  }
  pdf.letterhead(institution, formatRecruitmentTitle(content), title)
  drawSitting(pdf, content)
  if (document === 'sheet') drawAttendanceSheet(pdf.flow, title, seats)
  if (document === 'seats') drawSeatingList(pdf, title, seats)
  if (document === 'door') drawDoorList(pdf, title, seats)
  return pdf.finish()
}

function drawSitting(pdf: PdfDocument, { sitting, seats, leftOut }: SittingDocumentContent) {
  pdf.facts(
    {
      title: 'The sitting',
      facts: [
        ['Sitting', `${sitting.kind}, ${sitting.label}`],
        ['Venue', `${sitting.venue}, ${sitting.address}`],
        ['Date', formatDate(sitting.startsAt)],
        ['Report at', formatTime(sitting.reportsAt)],
        ['Time', `${formatTime(sitting.startsAt)} to ${formatTime(sitting.endsAt)}`],
        ['Applicants', String(seats.length)],
      ],
    },
    { size: 9 },
  )
  pdf.space(6)
  if (leftOut > 0)
    pdf.paragraph(
      `${formatCounted(leftOut, 'seat is', 'seats are')} not on this list, because who made it is recused from the case.`,
      { font: 'strong' },
    )
}

const drawSeatingList = (pdf: PdfDocument, title: string, seats: readonly PrintedSeat[]) =>
  pdf.grid({
    title,
    headings: ['Seat', 'Name', 'Application', 'Post'],
    rows: seats.map(({ seatNumber, name, number, post }) => [String(seatNumber), name, number, post]),
  })

const drawDoorList = (pdf: PdfDocument, title: string, seats: readonly PrintedSeat[]) =>
  pdf.grid(
    {
      title,
      headings: ['Name', 'Application', 'Seat', 'Present', 'Turned away, because'],
      // Those of one name stay in the order of their seats, in which all come.
      rows: seats
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
        .map(({ seatNumber, name, number }) => [name, number, String(seatNumber), '', '']),
    },
    9.5,
  )
