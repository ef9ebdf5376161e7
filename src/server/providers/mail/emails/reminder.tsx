import { formatDateTime } from '#shared/format/dates.ts'
import { type AppPath, paths } from '#shared/routes.ts'
import type { ReminderStep } from '#shared/staff/mailings.ts'
import { EmailLayout } from './components/layout.tsx'
import { ActionLink, FactTable, Greeting, Paragraph, SmallPrint } from './components/parts.tsx'
import type { ApplicantEmailData, EmailTemplate } from './template.ts'

export interface ReminderData extends ApplicantEmailData {
  userId: string
  role: string
  /** ISO 8601; null while no deadline is set. */
  closesAt: string | null
  nextStep: ReminderStep
}

const nextSteps: Record<ReminderStep, { sentence: string; label: string; path: AppPath }> = {
  'change password': {
    sentence: 'log in and choose a password of your own',
    label: 'Log in',
    path: paths.login,
  },
  pay: { sentence: 'pay the application fee', label: 'Pay the application fee', path: paths.pay },
  'verify NIN': { sentence: 'verify your NIN', label: 'Verify your NIN', path: paths.verifyNin },
  'fill in': { sentence: 'fill in the form and submit it', label: 'Continue Application', path: paths.application },
}

const formatClosing = (closesAt: string | null) =>
  closesAt === null ? 'No day is set yet' : `${formatDateTime(closesAt)} (Nigerian time)`

export const reminder: EmailTemplate<ReminderData> = {
  subject: ({ sender, closesAt }) =>
    closesAt === null
      ? `Your application is not complete: ${sender.exercise}`
      : `Your application is not complete, applications close on ${formatDateTime(closesAt)}`,
  body: ({ sender, name, userId, role, closesAt, nextStep }) => {
    const { sentence, label, path } = nextSteps[nextStep]
    return (
      <EmailLayout sender={sender} title="Your application is not complete yet" preview={`Next: ${sentence}.`}>
        <Greeting name={name} />
        <Paragraph>
          You have not submitted your application for {role} in the {sender.exercise} yet. Your next step: {sentence}.
        </Paragraph>
        <FactTable
          facts={[
            ['User ID', userId],
            ['Applications close on', formatClosing(closesAt)],
          ]}
        />
        <ActionLink href={sender.publicUrl + path}>{label}</ActionLink>
        {nextStep === 'change password' && (
          <SmallPrint>Without the password of our first email, ask for a link with Forgot password.</SmallPrint>
        )}
        <SmallPrint>If you have submitted it in the meantime, ignore this mail.</SmallPrint>
      </EmailLayout>
    )
  },
}
