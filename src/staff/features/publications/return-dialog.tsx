import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { maxReason } from '#shared/staff/reasons.ts'
import { useKnown } from '#staff/entities/session/use-known.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { usePublicationAction } from './use-publication-action.ts'

interface Props {
  publication: PublicationDetails
  /** Whether the person made or proposed it. */
  isOwn: boolean
  onClose: () => void
}

export function ReturnDialog({ publication: { id, version }, isOwn, onClose }: Props) {
  const { run, isPending, error, errors, thrown } = usePublicationAction(
    id,
    (form: FormData) =>
      staffCall('returnPublication', { params: { id }, body: { reason: String(form.get('reason')), version: known } }),
    {
      fields: ['reason'],
      describe: () => (isOwn ? 'Taken back. Nothing is published.' : 'Sent back to its maker. Nothing is published.'),
      onDone: onClose,
    },
  )
  const known: number = useKnown(version, thrown)
  return (
    <FormDialog
      title={isOwn ? 'Take the publication back' : 'Send the publication back'}
      intro={<p>Nothing of it is published. It can be changed and proposed again.</p>}
      error={error}
      submit={isOwn ? 'Take back' : 'Send back'}
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <Textarea label="Why" name="reason" rows={4} maxLength={maxReason} error={errors.reason} />
    </FormDialog>
  )
}
