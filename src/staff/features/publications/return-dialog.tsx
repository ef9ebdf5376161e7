import { describeFailure, fieldMessage } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { useNewest } from './use-newest.ts'

interface Props {
  publication: PublicationDetails
  /** Whether the person made or proposed it. */
  isOwn: boolean
  onClose: () => void
}

const maxReason = 500

export function ReturnDialog({ publication: { id, version }, isOwn, onClose }: Props) {
  const take = useNewest(id)
  const { run, isPending, error } = useAction(
    async (form: FormData) => {
      const body = { reason: String(form.get('reason')), version }
      const { data } = await staffCall('returnPublication', { params: { id }, body })
      toast.success(isOwn ? 'Withdrawn. Nothing is published.' : 'Returned to its maker. Nothing is published.')
      await take(data)
      onClose()
    },
    { onError: () => void take() },
  )
  const reasonError = fieldMessage(error, 'reason')
  return (
    <FormDialog
      title={isOwn ? 'Withdraw the publication' : 'Return the publication'}
      intro={<p>Nothing of it is published. It can be changed and proposed again.</p>}
      error={error && !reasonError ? describeFailure(error) : null}
      submit={isOwn ? 'Withdraw' : 'Return'}
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <Textarea label="Why" name="reason" rows={4} maxLength={maxReason} error={reasonError} />
    </FormDialog>
  )
}
