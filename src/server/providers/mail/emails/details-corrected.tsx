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
}

export const detailsCorrected: EmailTemplate<DetailsCorrectedData> = {
  subject: () => 'Your details were corrected',
  body: ({ sender, name, userId, facts, at }) => (
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
      <Paragraph>If you did not ask for it, write to us at once.</Paragraph>
      <ActionLink href={sender.publicUrl + paths.contact}>Contact us</ActionLink>
    </EmailLayout>
  ),
}
