import { longDateTime } from '#shared/format/dates.ts'
import { screens } from '#shared/routes.ts'
import { Page } from './page.tsx'
import { Action, Facts, Greeting, Paragraph } from './parts.tsx'
import type { Template, ToApplicant } from './template.ts'

export interface ApplicationSubmitted extends ToApplicant {
  /** Such as APP-2024-000123. */
  applicationNumber: string
  /** ISO 8601 */
  submittedAt: string
}

export const applicationSubmitted: Template<ApplicationSubmitted> = {
  subject: ({ applicationNumber }) => `Application ${applicationNumber} submitted`,
  body: ({ office, name, applicationNumber, submittedAt }) => (
    <Page office={office} title="Your application has been submitted" preview={`Application ${applicationNumber}.`}>
      <Greeting name={name} />
      <Paragraph>
        Your application in the {office.exercise} has been received. Name the application ID whenever you write to us.
      </Paragraph>
      <Facts
        facts={[
          ['Application ID', applicationNumber],
          ['Submitted', longDateTime(submittedAt)],
        ]}
      />
      <Action href={office.publicUrl + screens.prints}>Print the application slip</Action>
    </Page>
  ),
}
