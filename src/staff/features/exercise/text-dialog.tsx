// One text of an exercise: another version of it, and what it said before.

import type { UseQueryResult } from '@tanstack/react-query'
import { QueryResult } from '#kit/query/query-result.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import type { ExerciseTextVersion } from '#shared/api/staff/exercise-texts.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import {
  defaultExerciseTexts,
  type ExerciseText,
  type ExerciseTextKind,
  exerciseTextKinds,
} from '#shared/staff/exercise-texts.ts'
import { maxExerciseText, maxTextTitle } from '#shared/staff/text-limits.ts'
import { getTextsKey } from '#staff/entities/exercise/exercise-texts.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { useKnown } from '#staff/entities/session/use-known.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

interface Props {
  year: number
  kind: ExerciseTextKind
  /** As the server has it now; null for a new one. */
  text: ExerciseText | null
  /** Of all texts, newest first. */
  history: UseQueryResult<ExerciseTextVersion[]>
  onClose: () => void
}

export function TextDialog({ year, kind, text, history, onClose }: Props) {
  const labels = exerciseTextKinds[kind]
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async (form: FormData) => {
      const body = {
        kind,
        ...(text && { code: text.code }),
        title: String(form.get('title')),
        text: String(form.get('text') ?? ''),
        isOffered: form.get('isOffered') === 'on',
        version: known,
      }
      await staffCall('changeExerciseText', { params: { year }, body })
      return 'Saved. What was recorded before keeps its words.'
    },
    {
      fields: ['title', 'text'],
      invalidates: [getTextsKey(year)],
      invalidatesOnError: true,
      onDone: onClose,
    },
  )
  const known: number = useKnown(text?.version ?? 0, thrown)
  return (
    <FormDialog
      title={text ? 'Edit the text' : 'Add a reply'}
      error={error}
      submit="Save"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <TextInput
        label={labels.title}
        name="title"
        maxLength={maxTextTitle}
        defaultValue={text?.title ?? ''}
        error={errors.title}
      />
      {labels.text && (
        <Textarea
          label={labels.text}
          name="text"
          rows={5}
          maxLength={maxExerciseText}
          defaultValue={text?.text ?? ''}
          error={errors.text}
        />
      )}
      <Checkbox label="Offered to the staff" name="isOffered" defaultChecked={text?.isOffered ?? true} />
      {text && text.version > 0 && (
        <QueryResult query={history} failed="The versions could not be loaded">
          {(versions) => <History of={text} versions={versions} />}
        </QueryResult>
      )}
    </FormDialog>
  )
}

interface HistoryProps {
  of: ExerciseText
  versions: readonly ExerciseTextVersion[]
}

function History({ of: { kind, code }, versions }: HistoryProps) {
  const original = defaultExerciseTexts.find((text) => text.kind === kind && text.code === code)
  const describe = ({ title, text, isOffered }: ExerciseText) =>
    `${[title, text].filter(Boolean).join(': ')}${isOffered ? '' : ' (not offered)'}`
  return (
    <RowTable
      caption="Versions"
      headings={['Version', 'Text', 'By']}
      phone={{ end: 'By', named: ['Version'] }}
      rows={[
        ...versions
          .filter((one) => one.kind === kind && one.code === code)
          .map((one) => ({
            key: String(one.version),
            cells: [String(one.version), describe(one), `${one.madeBy}, ${formatDateTime(one.at)}`],
          })),
        ...(original ? [{ key: '0', cells: ['0', describe(original), 'As it came with the program'] }] : []),
      ]}
    />
  )
}
