// The applicable questions of a group or of one entry, in one column, or two on wide screens.

import { useForm } from '#applicant/form/form-context.tsx'
import { runAfterClick } from '#applicant/form/state/after-click.ts'
import { classNames } from '#kit/ui/styles/classes.ts'
import { type EntryValues, type Field, isApplicable } from '#shared/forms/field.ts'
import type { Fields } from '#shared/forms/section.ts'
import { controls } from '../controls/controls.ts'
import { type FieldPath, getFieldId } from '../state/form-state.ts'
import type { VisibleErrors } from '../state/visible-errors.ts'
import styles from './questions.module.css'

interface Props {
  /** The section, and the entry if it is a list. */
  parent: Omit<FieldPath, 'key'>
  fields: Fields
  entry: EntryValues
  errors: VisibleErrors
  /** Said once for all of them, so no field repeats it. */
  isAllOptional?: boolean
}

export const Questions = ({ parent, fields, entry, errors, isAllOptional }: Props) => (
  <div className={styles.questions} data-questions="">
    {Object.entries(fields)
      .filter(([, field]) => isApplicable(field, entry))
      .map(([key, field]) => {
        const path = { ...parent, key }
        return (
          <Question
            key={key}
            path={path}
            field={isAllOptional ? { ...field, optional: false } : field}
            entry={entry}
            answer={entry[key]}
            error={errors[getFieldId(path)]}
          />
        )
      })}
  </div>
)

interface QuestionProps {
  path: FieldPath
  field: Field
  entry: EntryValues
  answer: unknown
  error: string | undefined
}

export function Question(question: QuestionProps) {
  const { form } = useForm()
  const { path, field } = question
  const Control = controls[field.kind]
  return (
    <div className={classNames(styles.question, widths[field.kind])}>
      <Control
        {...question}
        onAnswer={(answer) => form.setAnswer(path, answer)}
        onLeave={() => runAfterClick(() => form.touch(path))}
      />
    </div>
  )
}

/** The others are half as wide as the form, and on phones as wide. */
const widths: Partial<Record<Field['kind'], string | undefined>> = {
  paragraph: styles.wide,
  files: styles.wide,
  year: styles.short,
}
