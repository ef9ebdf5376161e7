import { ApiError, describeFailure } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { parseLocalDateTime } from '#shared/format/local-time.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { PublicationFields } from './publication-fields.tsx'
import { useNewest } from './use-newest.ts'

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
    <FormDialog
      title="Change the publication"
      error={error && !isOfField ? describeFailure(error) : null}
      submit="Save"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <PublicationFields {...{ error, title, publishAt, emailNote }} />
    </FormDialog>
  )
}
