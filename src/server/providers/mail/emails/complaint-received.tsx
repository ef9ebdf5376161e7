import { longDateTime } from '#shared/format/dates.ts'
import { Page } from './page.tsx'
import { Note, Paragraph } from './parts.tsx'
import type { Office, Template } from './template.ts'

export interface ComplaintReceived {
  office: Office
  /** ISO 8601 */
  receivedAt: string
}

export const complaintReceived: Template<ComplaintReceived> = {
  subject: ({ office }) => `Your complaint has reached ${office.shortName}`,
  // Anybody may type any name, address and text into the contact form: none of them is sent on in our name.
  body: ({ office, receivedAt }) => (
    <Page office={office} title="Your complaint has been received" preview="We will answer to this address.">
      <Paragraph>Dear applicant,</Paragraph>
      <Paragraph>
        Your complaint of {longDateTime(receivedAt)} about the {office.exercise} has been received. Our staff will read
        it and answer to this address.
      </Paragraph>
      <Note>If you did not write to us, somebody mistyped an address: you need not do anything.</Note>
    </Page>
  ),
}
