import { formatDateTime } from '#shared/format/dates.ts'
import { formatNaira, formatRrr } from '#shared/format/numbers.ts'
import { toNaira } from '#shared/policy/money.ts'
import { paths } from '#shared/routes.ts'
import { EmailLayout } from './components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph } from './components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from './template.ts'

export interface PaymentReceivedData extends ApplicantEmailData {
  rrr: string
  amountKobo: number
  /** ISO 8601 */
  paidAt: string
  /** Absent in those that were queued by an earlier version. */
  isClosed?: boolean
}

export const paymentReceived: EmailTemplate<PaymentReceivedData> = {
  subject: ({ rrr }) => `Payment received: RRR ${formatRrr(rrr)}`,
  body: ({ sender, name, rrr, amountKobo, paidAt, isClosed }) => (
    <EmailLayout
      sender={sender}
      title="Payment received"
      preview={`${formatNaira(toNaira(amountKobo))} for ${sender.exercise}.`}
    >
      <Greeting name={name} />
      <Paragraph>Your application fee has been paid. Keep this mail, and print your payment slip.</Paragraph>
      <FactTable
        facts={[
          ['RRR', formatRrr(rrr)],
          ['Amount', formatNaira(toNaira(amountKobo))],
          ['Date paid', formatDateTime(paidAt)],
          ['Purpose', 'Recruitment Application Fee'],
        ]}
      />
      <Paragraph>
        {isClosed
          ? 'Applications have closed: an application that is not submitted yet can no longer be submitted.'
          : 'Paying does not submit your application: log in, fill in the form and submit it.'}
      </Paragraph>
      <ActionLink href={sender.publicUrl + paths.paymentSlip}>Print the payment slip</ActionLink>
    </EmailLayout>
  ),
}
