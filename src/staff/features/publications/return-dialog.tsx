import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { useAction } from '#web/lib/actions/use-action.ts'
import { fieldMessage } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { FormError, FormStack } from '#web/ui/layout/form-stack.tsx'
import { describeFailure, staffCall } from '../../lib/staff-call.ts'
import { Actions } from '../../ui/actions.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useNewest } from './publication-actions.tsx'

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
    <Dialog title={isOwn ? 'Withdraw the publication' : 'Return the publication'} onClose={onClose}>
      <FormStack onSubmit={run}>
        <p>Nothing of it is published. It can be changed and proposed again.</p>
        <FormError>{error && !reasonError ? describeFailure(error) : null}</FormError>
        <Textarea label="Why" name="reason" rows={4} maxLength={maxReason} error={reasonError} />
        <Actions>
          <Button type="submit" busy={isPending}>
            {isOwn ? 'Withdraw' : 'Return'}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </Actions>
      </FormStack>
    </Dialog>
  )
}
