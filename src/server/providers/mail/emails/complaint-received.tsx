import { formatDateTime } from '#shared/format/dates.ts'
import { EmailLayout } from './components/layout.tsx'
import { Paragraph, SmallPrint } from './components/parts.tsx'
import type { EmailSender, EmailTemplate } from './template.ts'

export interface ComplaintReceivedData {
  sender: EmailSender
  /** Absent in emails that an earlier version of the server has queued. */
  number?: string
  /** ISO 8601 */
  receivedAt: string
}

export const complaintReceived: EmailTemplate<ComplaintReceivedData> = {
  subject: ({ sender }) => `Your complaint has reached ${sender.shortName}`,
  // Without the name and text from the contact form, so that nobody can send spam in the institution's name.
  body: ({ sender, number, receivedAt }) => (
    <EmailLayout sender={sender} title="Your complaint has been received" preview="We will answer to this address.">
      <Paragraph>Dear applicant,</Paragraph>
      <Paragraph>
        Your complaint {number && `${number} `}of {formatDateTime(receivedAt)} about the {sender.exercise} has been
        received. Our staff will read it and answer to this address.
      </Paragraph>
      {number && <Paragraph>Keep this number to ask about it: {number}.</Paragraph>}
      <SmallPrint>If you did not write to us, somebody mistyped an address: you need not do anything.</SmallPrint>
    </EmailLayout>
  ),
}
