// One line of text in its several kinds. They differ in the keyboard they call up and in what they let in.
import type { ComponentProps } from 'react'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { placeId } from '../state/form-state.ts'
import { autocompleteOf, type ControlProps, textOf, wordsOf } from './control.ts'
import { digitsOnly, phoneDigits } from './digits.ts'

interface LineProps extends ControlProps {
  input?: ComponentProps<'input'>
  /** What becomes of what is typed. */
  read?: (typed: string, most: number) => string
}

const asTyped = (typed: string) => typed

function Line({ input, read = asTyped, ...control }: LineProps) {
  const { place, field, answer, onAnswer, onLeave } = control
  return (
    <TextInput
      {...wordsOf(control)}
      enterKeyHint="next"
      autoComplete={autocompleteOf(control)}
      {...input}
      // Filtered kinds are cut after filtering, or a pasted "+234…" would lose its end first.
      maxLength={read === asTyped ? field.max : undefined}
      id={placeId(place)}
      value={textOf(answer)}
      onChange={(event) => onAnswer(read(event.target.value, field.max))}
      onBlur={onLeave}
    />
  )
}

export const TextControl = (props: ControlProps) => <Line {...props} />

export const EmailControl = (props: ControlProps) => (
  <Line {...props} input={{ type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false }} />
)

export const PhoneControl = (props: ControlProps) => (
  <Line {...props} read={phoneDigits} input={{ type: 'tel', inputMode: 'tel' }} />
)

export const YearControl = (props: ControlProps) => (
  <Line {...props} read={digitsOnly} input={{ inputMode: 'numeric', placeholder: 'yyyy' }} />
)
