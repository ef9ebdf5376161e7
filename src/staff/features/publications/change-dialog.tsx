import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { parseLocalDateTime } from '#shared/format/local-time.ts'
import { useKnown } from '#staff/entities/session/use-known.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { PublicationFields, publicationFieldNames } from './publication-fields.tsx'
import { usePublicationAction } from './use-publication-action.ts'

interface Props {
  publication: PublicationDetails
  onClose: () => void
}

export function ChangeDialog({ publication: { id, version, title, publishAt, emailNote }, onClose }: Props) {
  const { run, isPending, error, thrown } = usePublicationAction(
    id,
    (form: FormData) => {
      const body = {
        title: String(form.get('title')),
        publishAt: parseLocalDateTime(String(form.get('publishAt'))),
        emailNote: String(form.get('emailNote')),
        version: known,
      }
      return staffCall('changePublication', { params: { id }, body })
    },
    { fields: publicationFieldNames, onDone: onClose },
  )
  const known: number = useKnown(version, thrown)
  return (
    <FormDialog
      title="Change the publication"
      error={error}
      submit="Save"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <PublicationFields {...{ title, publishAt, emailNote }} error={thrown} />
    </FormDialog>
  )
}
