import { longDateTime } from '#shared/format/dates.ts'
import { naira, rrrInGroups } from '#shared/format/numbers.ts'
import { nairaOf } from '#shared/policy/money.ts'
import { screens } from '#shared/routes.ts'
import { Page } from './page.tsx'
import { Action, Facts, Greeting, Paragraph } from './parts.tsx'
import type { Template, ToApplicant } from './template.ts'

export interface PaymentReceived extends ToApplicant {
  rrr: string
  amountKobo: number
  /** ISO 8601 */
  paidAt: string
}

export const paymentReceived: Template<PaymentReceived> = {
  subject: ({ rrr }) => `Payment received: RRR ${rrrInGroups(rrr)}`,
  body: ({ office, name, rrr, amountKobo, paidAt }) => (
    <Page office={office} title="Payment received" preview={`${naira(nairaOf(amountKobo))} for ${office.exercise}.`}>
      <Greeting name={name} />
      <Paragraph>Your application fee has been paid. Keep this mail, and print your payment slip.</Paragraph>
      <Facts
        facts={[
          ['RRR', rrrInGroups(rrr)],
          ['Amount', naira(nairaOf(amountKobo))],
          ['Date paid', longDateTime(paidAt)],
          ['Purpose', 'Recruitment Application Fee'],
        ]}
      />
      <Action href={office.publicUrl + screens.paymentSlip}>Print the payment slip</Action>
    </Page>
  ),
}
