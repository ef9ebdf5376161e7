import { formatDateTime } from '#shared/format/dates.ts'
import type { PersonName } from '#shared/format/names.ts'
import { formatRecruitmentTitle } from '#shared/format/names.ts'
import { formatRrr } from '#shared/format/numbers.ts'
import {
  afterBranchPayment,
  branchPaymentSteps,
  branchPaymentTitle,
  getBankSlipFacts,
  noProofOfPayment,
  rrrLabel,
} from '#shared/slips/bank-slip.ts'
import { formatSlipFoot, type SlipOrigin, slipNames } from '#shared/slips/slip-content.ts'
import { createPdfDocument } from './pdf-document.ts'
import { drawArtifact, drawLines, type PageFlow } from './pdf-page-flow.ts'
import type { TextStyle } from './text-layout.ts'

export interface BankSlipContent {
  kind: 'bank'
  origin: SlipOrigin
  applicant: PersonName & { userId: string }
  rrr: string
  /** Naira, with the charge. */
  amount: number
  createdAt: Date
}

export function createBankSlip({ origin, applicant, rrr, amount, createdAt }: BankSlipContent): Promise<Buffer> {
  const pdf = createPdfDocument({
    title: `${slipNames.bank} ${rrr}, ${applicant.userId}`,
    author: origin.institution,
    foot: {
      text: `${formatSlipFoot(origin, 'User ID', applicant.userId)} Created ${formatDateTime(createdAt)}.`,
      qrCode: {
        content: rrr,
        description: `QR code of the RRR ${rrr}`,
        title: `RRR ${formatRrr(rrr)}`,
        lines: ['The QR code holds the RRR: scan it to copy the number without typing it.'],
      },
    },
    createdAt,
  })
  pdf.letterhead(origin.institution, formatRecruitmentTitle(origin), slipNames.bank)
  drawRrr(pdf.flow, formatRrr(rrr))
  const facts = getBankSlipFacts({ applicant, institution: origin.institution, amount })
  pdf.facts({ title: 'Payment', facts }, { columns: 1, size: 11 })
  pdf.heading(2, branchPaymentTitle)
  pdf.list(branchPaymentSteps, 'numbered')
  pdf.paragraph(afterBranchPayment)
  pdf.paragraph(noProofOfPayment, { font: 'strong' })
  return pdf.finish()
}

const labelStyle: TextStyle = { font: 'plain', size: 11 }
const rrrStyle: TextStyle = { font: 'strong', size: 30 }
const boxHeight = 64

/** Large enough to read across a counter and on a poor photocopy. */
function drawRrr(flow: PageFlow, rrr: string) {
  const { pdf, left, width } = flow
  const centre = (text: string, style: TextStyle) => left + (width - flow.text.measure(text, style)) / 2
  const draw = (text: string, style: TextStyle, y: number) =>
    flow.document.add(pdf.struct('P', {}, () => drawLines(flow, [text], style, { x: centre(text, style), y })))
  draw(rrrLabel, labelStyle, flow.y + 8)
  const top = flow.y + 28
  draw(rrr, rrrStyle, top + 13)
  drawArtifact(pdf, () => pdf.rect(left, top, width, boxHeight).lineWidth(2).stroke('#000000'))
  flow.y = top + boxHeight + 16
}
