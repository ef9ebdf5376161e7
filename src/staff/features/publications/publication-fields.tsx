// The fields of a publication, for making and for changing one.

import { fieldMessage } from '#kit/http/api-error.ts'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { maxEmailNote, maxPublicationTitle } from '#shared/decisions/publications.ts'
import { toLocalDateTime } from '#shared/format/local-time.ts'

interface Props {
  /** What the server said. */
  error: unknown
  title?: string
  publishAt?: string | null
  emailNote?: string
}

export const publicationFieldNames = ['title', 'publishAt', 'emailNote'] as const

export const PublicationFields = ({ error, title = '', publishAt = null, emailNote = '' }: Props) => (
  <>
    <TextInput
      label="Title"
      hint="For colleagues; applicants do not see it."
      name="title"
      defaultValue={title}
      maxLength={maxPublicationTitle}
      error={fieldMessage(error, 'title')}
    />
    <TextInput
      label="Publish on"
      hint="Nigerian time. Leave it empty to publish as soon as it is approved."
      name="publishAt"
      type="datetime-local"
      defaultValue={toLocalDateTime(publishAt)}
      optional
      error={fieldMessage(error, 'publishAt')}
    />
    <Textarea
      label="A paragraph for every email"
      hint="For example, what happens next. An empty line begins a new paragraph."
      name="emailNote"
      rows={4}
      maxLength={maxEmailNote}
      defaultValue={emailNote}
      optional
      error={fieldMessage(error, 'emailNote')}
    />
  </>
)
