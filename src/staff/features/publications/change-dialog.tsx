import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { parseLocalDateTime } from '#shared/format/local-time.ts'
import { useAction } from '#web/lib/actions/use-action.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormError, FormStack } from '#web/ui/layout/form-stack.tsx'
import { describeFailure, staffCall } from '../../lib/staff-call.ts'
import { Actions } from '../../ui/actions.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useNewest } from './publication-actions.tsx'
import { PublicationFields } from './publication-fields.tsx'

interface Props {
  publication: PublicationDetails
  onClose: () => void
}

export function ChangeDialog({ publication: { id, version, title, publishAt, emailNote }, onClose }: Props) {
  const take = useNewest(id)
  const { run, isPending, error } = useAction(
    async (form: FormData) => {
      const body = {
        title: String(form.get('title')),
        publishAt: parseLocalDateTime(String(form.get('publishAt'))),
        emailNote: String(form.get('emailNote')),
        version,
      }
      const { data } = await staffCall('changePublication', { params: { id }, body })
      await take(data)
      onClose()
    },
    { onError: () => void take() },
  )
  const isOfField = error instanceof ApiError && error.errors.length > 0
  return (
    <Dialog title="Change the publication" onClose={onClose}>
      <FormStack onSubmit={run}>
        <FormError>{error && !isOfField ? describeFailure(error) : null}</FormError>
        <PublicationFields {...{ error, title, publishAt, emailNote }} />
        <Actions>
          <Button type="submit" busy={isPending}>
            Save
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </Actions>
      </FormStack>
    </Dialog>
  )
}
