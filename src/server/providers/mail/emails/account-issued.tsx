import { screens } from '#shared/routes.ts'
import { Page } from './page.tsx'
import { Action, Facts, Greeting, Note, Paragraph } from './parts.tsx'
import type { Template, ToApplicant } from './template.ts'

export interface AccountIssued extends ToApplicant {
  userId: string
  /** The only password that ever stands in a mail: it must be changed at the first login. */
  initialPassword: string
}

export const accountIssued: Template<AccountIssued> = {
  subject: ({ office }) => `Your account: ${office.exercise}`,
  body: ({ office, name, userId, initialPassword }) => (
    <Page office={office} title="Your account is ready" preview={`Log in to apply: ${office.exercise}.`}>
      <Greeting name={name} />
      <Paragraph>
        An account has been opened for you in the {office.exercise}. Log in with this user ID and password; the first
        time you will be asked to choose a password of your own.
      </Paragraph>
      <Facts
        facts={[
          ['User ID', userId],
          ['Initial password', initialPassword],
        ]}
      />
      <Action href={office.publicUrl + screens.login}>Log in</Action>
      <Note>Keep this mail to yourself: until you have changed the password, whoever reads it can log in as you.</Note>
    </Page>
  ),
}
