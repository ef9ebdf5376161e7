// Single-line text fields. They differ in the on-screen keyboard and in the characters they accept.
import type { ComponentProps } from 'react'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { getFieldId } from '../state/form-state.ts'
import { type ControlProps, getAutocomplete, getFieldProps, toText } from './control.ts'
import styles from './date-control.module.css'
import { takeDigits, toDigits, toPhoneDigits } from './digits.ts'

interface LineProps extends ControlProps {
  input?: ComponentProps<'input'>
  /** Cleans what is typed. */
  clean?: (text: string, maxLength: number) => string
}

function Line({ input, clean, ...control }: LineProps) {
  const { path, field, answer, onAnswer, onLeave } = control
  return (
    <TextInput
      {...getFieldProps(control)}
      enterKeyHint="next"
      autoComplete={getAutocomplete(control)}
      {...input}
      // Without maxLength where text is cleaned: a pasted "+234…" would lose its last digits before it is cleaned.
      maxLength={clean ? undefined : field.max}
      id={getFieldId(path)}
      value={toText(answer)}
      onChange={({ target }) => onAnswer(clean ? takeDigits(target, toText(answer), field.max, clean) : target.value)}
      onBlur={onLeave}
    />
  )
}

export const TextControl = (props: ControlProps) => <Line {...props} />

export const EmailControl = (props: ControlProps) => (
  <Line {...props} input={{ type: 'email', inputMode: 'email', autoCapitalize: 'none' }} />
)

export const PhoneControl = (props: ControlProps) => (
  <Line {...props} clean={toPhoneDigits} input={{ type: 'tel', inputMode: 'tel' }} />
)

export const YearControl = (props: ControlProps) => (
  <Line {...props} clean={toDigits} input={{ inputMode: 'numeric', placeholder: 'yyyy', className: styles.year }} />
)
