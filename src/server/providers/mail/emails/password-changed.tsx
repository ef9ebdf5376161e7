import { longDateTime } from '#shared/format/dates.ts'
import { screens } from '#shared/routes.ts'
import { Page } from './page.tsx'
import { Action, Greeting, Paragraph } from './parts.tsx'
import type { Template, ToApplicant } from './template.ts'

export interface PasswordChanged extends ToApplicant {
  userId: string
  /** ISO 8601 */
  changedAt: string
}

export const passwordChanged: Template<PasswordChanged> = {
  subject: () => 'Your password was changed',
  body: ({ office, name, userId, changedAt }) => (
    <Page office={office} title="Your password was changed" preview="If it was not you, choose a new one at once.">
      <Greeting name={name} />
      <Paragraph>
        The password of user ID {userId} was changed on {longDateTime(changedAt)}. Wherever else you were logged in, you
        have been logged out.
      </Paragraph>
      <Paragraph>If it was you, there is nothing to do. If it was not, choose a new password at once.</Paragraph>
      <Action href={office.publicUrl + screens.forgotPassword}>It was not me</Action>
    </Page>
  ),
}
