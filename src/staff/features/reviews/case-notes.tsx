// Notes of colleagues for each other. They cannot be changed, and the applicant never sees them.

import { useQueryClient } from '@tanstack/react-query'
import { Button } from '#kit/ui/actions/button.tsx'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import { formatDateTime } from '#shared/format/dates.ts'
import { maxNote } from '#shared/staff/text-limits.ts'
import { applicationQuery, type CaseDetails } from '#staff/entities/application/application-query.ts'
import { useKept } from '#staff/entities/session/use-kept.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './case.module.css'

interface TypedNote {
  text: string
  pinned: boolean
}

const noNote: TypedNote = { text: '', pinned: false }

export function CaseNotes({ details: { number, notes, may } }: { details: CaseDetails }) {
  const sorted = [...notes].sort((a, b) => Number(b.pinned) - Number(a.pinned))
  return (
    <Stack>
      {notes.length === 0 && <p>No notes yet.</p>}
      <ul className={styles.history} aria-label="Notes">
        {sorted.map(({ id, person, text, pinned, at }) => (
          <li key={id} data-pinned={pinned || undefined}>
            <p className={styles.entryHead}>
              <strong>
                {person.name}
                {pinned && ', pinned'}
              </strong>
              <time dateTime={at}>{formatDateTime(at)}</time>
            </p>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
      {may.note && <NoteForm number={number} />}
    </Stack>
  )
}

function NoteForm({ number }: { number: string }) {
  const client = useQueryClient()
  const kept = useKept<TypedNote>(['case-note', number])
  const note = kept.read() ?? noNote
  const { run, isPending, error, errors } = useStaffAction(
    async () => {
      const { data } = await staffCall('addApplicationNote', { params: { number }, body: note })
      client.setQueryData(
        applicationQuery(number).queryKey,
        // It may be read already, after a try whose answer was lost.
        (before) => before && { ...before, notes: [...before.notes.filter(({ id }) => id !== data.id), data] },
      )
      // What was typed while it was on its way is not recorded yet.
      if (kept.read() === note) kept.save(noNote)
      return 'The note is recorded.'
    },
    { fields: ['text'] },
  )
  return (
    <FormStack onSubmit={() => void run()}>
      <FormError>{error && `Your text is kept. ${error}`}</FormError>
      <Textarea
        label="New note"
        hint="Only staff who may read the case see it. It cannot be changed."
        rows={3}
        maxLength={maxNote}
        value={note.text}
        onChange={({ target }) => kept.save({ ...note, text: target.value })}
        error={errors.text}
      />
      <Checkbox
        label="Pin it to the top"
        name="pinned"
        checked={note.pinned}
        onChange={({ target }) => kept.save({ ...note, pinned: target.checked })}
      />
      <Actions>
        <Button type="submit" variant="secondary" busy={isPending}>
          Add the note
        </Button>
      </Actions>
    </FormStack>
  )
}
