import { formatDateTime } from '#shared/format/dates.ts'
import { paths } from '#shared/routes.ts'
import { EmailLayout } from './components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph } from './components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from './template.ts'

/** Goes to the old and the new address; it names what was corrected, and no values. */
export interface DetailsCorrectedData extends ApplicantEmailData {
  userId: string
  /** Labels, such as "Surname". */
  facts: string[]
  /** ISO 8601 */
  at: string
  /** From when on a link for a new password goes to a new address; ISO 8601. */
  resetFrom?: string
}

export const detailsCorrected: EmailTemplate<DetailsCorrectedData> = {
  subject: () => 'Your details were corrected',
  body: ({ sender, name, userId, facts, at, resetFrom }) => (
    <EmailLayout
      sender={sender}
      title="Your details were corrected"
      preview="If you did not ask for it, write to us at once."
    >
      <Greeting name={name} />
      <Paragraph>Our staff have corrected your details on record. You see them when you log in.</Paragraph>
      <FactTable
        facts={[
          ['User ID', userId],
          ['Corrected', facts.join(', ')],
          ['When', formatDateTime(at)],
        ]}
      />
      {resetFrom && (
        <Paragraph>
          If you need a new password: Forgot password sends a link to your new address from {formatDateTime(resetFrom)}{' '}
          on.
        </Paragraph>
      )}
      <Paragraph>If you did not ask for it, write to us at once.</Paragraph>
      <ActionLink href={sender.publicUrl + paths.contact}>Contact us</ActionLink>
    </EmailLayout>
  ),
}
