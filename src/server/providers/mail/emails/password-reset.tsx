import { resetLink } from '#shared/routes.ts'
import { Page } from './page.tsx'
import { Action, Greeting, Note, Paragraph } from './parts.tsx'
import type { Template, ToApplicant } from './template.ts'

export interface PasswordReset extends ToApplicant {
  userId: string
  /** Good for one use. */
  code: string
  validMinutes: number
}

export const passwordReset: Template<PasswordReset> = {
  subject: () => 'Choose a new password',
  body: ({ office, name, userId, code, validMinutes }) => (
    <Page office={office} title="Choose a new password" preview={`The link works once, for ${validMinutes} minutes.`}>
      <Greeting name={name} />
      <Paragraph>
        Somebody asked for a new password for user ID {userId}. If it was you, choose one now. The link works once, and
        only for {validMinutes} minutes.
      </Paragraph>
      <Action href={office.publicUrl + resetLink(code)}>Choose a new password</Action>
      <Note>If it was not you, do nothing: your password stays as it is. Give this link to nobody.</Note>
    </Page>
  ),
}
