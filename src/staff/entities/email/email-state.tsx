import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { getLabel } from '#shared/format/labels.ts'
import { type EmailLogRow, emailStates } from '#shared/lists/emails.ts'
import { emailTemplateLabels, staffEmailEvents } from '#shared/staff/labels/email-templates.ts'

const kinds: Record<EmailLogRow['state'], StatusKind> = {
  queued: 'waiting',
  sent: 'done',
  refused: 'wrong',
  failed: 'wrong',
  withdrawn: 'open',
}

/** What an email is about. */
export const getEmailLabel = ({
  template,
  event,
}: Pick<EmailLogRow, 'template'> & Partial<Pick<EmailLogRow, 'event'>>): string =>
  event ? getLabel(staffEmailEvents, event) : getLabel(emailTemplateLabels, template)

export const EmailState = ({ state }: Pick<EmailLogRow, 'state'>) => (
  <Status kind={kinds[state] ?? 'open'}>{getLabel(emailStates, state)}</Status>
)
