// The controls that need nothing beside their input: choice, paragraph, and the constant that is not asked.
import { Select } from '#kit/ui/inputs/select.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { getFieldId } from '../state/form-state.ts'
import { type ControlProps, getAutocomplete, getFieldProps, toText } from './control.ts'
import styles from './simple-controls.module.css'

export function ChoiceControl(control: ControlProps) {
  const { path, field, entry, answer, onAnswer, onLeave } = control
  return (
    <Select
      {...getFieldProps(control)}
      id={getFieldId(path)}
      options={field.optionsFor?.(entry) ?? {}}
      autoComplete={getAutocomplete(control)}
      value={toText(answer)}
      onChange={(event) => onAnswer(event.target.value)}
      onBlur={onLeave}
    />
  )
}

export function ParagraphControl(control: ControlProps) {
  const { path, field, answer, onAnswer, onLeave } = control
  return (
    <Textarea
      {...getFieldProps(control)}
      rows={4}
      maxLength={field.max}
      id={getFieldId(path)}
      value={toText(answer)}
      onChange={(event) => onAnswer(event.target.value)}
      onBlur={onLeave}
    />
  )
}

/** Shows the constant as a fact. */
export const FixedControl = ({ field, answer, entry }: ControlProps) => (
  <dl className={styles.fact}>
    <dt>{field.label}</dt>
    <dd>{field.format(answer, entry)}</dd>
  </dl>
)
