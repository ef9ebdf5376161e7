import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { type EmailLogRow, emailStates } from '#shared/lists/emails.ts'
import { emailTemplateLabels } from '#shared/staff/labels/email-templates.ts'

const kinds: Record<EmailLogRow['state'], StatusKind> = {
  queued: 'waiting',
  sent: 'done',
  refused: 'wrong',
  failed: 'wrong',
  withdrawn: 'open',
}

const labels: Readonly<Record<string, string>> = emailTemplateLabels

/** What an email is about. */
export const getEmailLabel = (template: string): string => labels[template] ?? template

export const EmailState = ({ state }: { state: string }) => {
  const known = state as EmailLogRow['state']
  return <Status kind={kinds[known] ?? 'open'}>{emailStates[known] ?? state}</Status>
}
