import { formatDate, formatDateTime } from '#shared/format/dates.ts'
import { formatFullName, formatRecruitmentTitle, type PersonName } from '#shared/format/names.ts'
import { formatSlipFoot, type SlipOrigin, slipNames } from '#shared/slips/slip-content.ts'
import { createPdfDocument, type PdfDocument } from './pdf/pdf-document.ts'
import { drawRegistryContact } from './registry-contact.ts'
import { describeSlipCode, type SlipVerification } from './slip-verification.ts'

export interface OfferLetterContent {
  kind: 'offer'
  origin: SlipOrigin
  applicant: PersonName
  number: string
  role: string
  school: string
  department: string | null
  /** ISO 8601 */
  offeredAt: string
  until: string
  /** ISO 8601; null while it is not answered. */
  acceptedAt: string | null
  verification: SlipVerification
  createdAt: Date
}

export function createOfferLetter({
  origin,
  applicant,
  number,
  verification,
  createdAt,
  ...offer
}: OfferLetterContent) {
  const { role, school, department, offeredAt, until, acceptedAt } = offer
  const pdf = createPdfDocument({
    title: `${slipNames.offer} ${number}`,
    author: origin.institution,
    foot: {
      text: `${formatSlipFoot(origin, 'Application ID', number)} Created ${formatDateTime(createdAt)}.`,
      qrCode: describeSlipCode(verification),
    },
    createdAt,
  })
  pdf.letterhead(origin.institution, formatRecruitmentTitle(origin), slipNames.offer)
  pdf.paragraph(formatDate(offeredAt), { size: 10.5 })
  pdf.space(6)
  pdf.paragraph(`Dear ${formatFullName(applicant)},`, { size: 10.5 })
  pdf.space(4)
  pdf.paragraph(
    `We are pleased to offer you an appointment as ${role} in the ${formatRecruitmentTitle(origin)}. The offer is made on what you stated in your application, and depends on the originals of your documents.`,
    { size: 10.5 },
  )
  const facts: [string, string][] = [
    ['Application ID', number],
    ['Post', role],
    ['School', school],
    ...(department === null ? [] : ([['Department', department]] satisfies [string, string][])),
    ['Offered on', formatDate(offeredAt)],
    acceptedAt ? ['Accepted on', formatDateTime(acceptedAt)] : ['Answer until', formatDateTime(until)],
  ]
  pdf.space(4)
  pdf.facts({ title: 'The offer', facts }, { columns: 1, size: 10.5 })
  pdf.space(4)
  if (acceptedAt) pdf.paragraph('You have accepted this offer. We write to you about your appointment.', { size: 10.5 })
  else drawHowToAnswer(pdf, until)
  drawRegistryContact(pdf, origin.contact)
  return pdf.finish()
}

function drawHowToAnswer(pdf: PdfDocument, until: string) {
  pdf.heading(2, 'How to answer')
  pdf.list(
    [
      'Log in to the portal and open your dashboard.',
      'Choose Accept or Decline, and confirm it. Your answer is final.',
      `An offer that is not answered until ${formatDateTime(until)} ends by itself.`,
    ],
    'numbered',
  )
}
