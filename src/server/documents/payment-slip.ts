import type { Payment } from '#shared/api/applicant/payments.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import type { PersonName } from '#shared/format/names.ts'
import { formatRecruitmentTitle } from '#shared/format/names.ts'
import { getPayerFacts, getPaymentCells, paymentHeadings, paymentTitle } from '#shared/slips/payment-slip.ts'
import { formatSlipFoot, type SlipOrigin, slipNames } from '#shared/slips/slip-content.ts'
import { createPdfDocument } from './pdf/pdf-document.ts'
import { drawRegistryContact } from './registry-contact.ts'
import { describeSlipCode, type SlipVerification } from './slip-verification.ts'

export interface PaymentSlipContent {
  kind: 'payment'
  origin: SlipOrigin
  payer: PersonName & { userId: string; phone: string; email: string }
  payment: Payment
  verification: SlipVerification
  createdAt: Date
}

export function createPaymentSlip({ origin, payer, payment, verification, createdAt }: PaymentSlipContent) {
  const pdf = createPdfDocument({
    title: `${slipNames.payment} ${payment.reference}, ${payer.userId}`,
    author: origin.institution,
    foot: {
      text: `${formatSlipFoot(origin, 'User ID', payer.userId)} Created ${formatDateTime(createdAt)}.`,
      qrCode: describeSlipCode(verification),
    },
    createdAt,
  })
  pdf.letterhead(origin.institution, formatRecruitmentTitle(origin), slipNames.payment)
  pdf.facts({ title: 'Applicant', facts: getPayerFacts(payer) }, { size: 10 })
  pdf.heading(2, paymentTitle)
  const cells = getPaymentCells(payment)
  pdf.grid(
    { title: paymentTitle, headings: paymentHeadings, rows: [paymentHeadings.map((heading) => cells[heading])] },
    9.5,
  )
  drawRegistryContact(pdf, origin.contact)
  return pdf.finish()
}
