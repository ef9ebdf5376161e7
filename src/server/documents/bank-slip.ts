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
import { drawBoxedText } from './pdf/boxed-text.ts'
import { createPdfDocument } from './pdf/pdf-document.ts'
import { drawRegistryContact } from './registry-contact.ts'

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
  drawBoxedText(pdf.flow, rrrLabel, formatRrr(rrr))
  const facts = getBankSlipFacts({ applicant, institution: origin.institution, amount })
  pdf.facts({ title: 'Payment', facts }, { columns: 1, size: 11 })
  pdf.heading(2, branchPaymentTitle)
  pdf.list(branchPaymentSteps, 'numbered')
  pdf.paragraph(afterBranchPayment)
  pdf.paragraph(noProofOfPayment, { font: 'strong' })
  drawRegistryContact(pdf, origin.contact)
  return pdf.finish()
}
