import { useState } from 'react'
import { controlClass, LabelledField } from '#kit/ui/inputs/field.tsx'
import { classNames } from '#kit/ui/styles/classes.ts'
import { getFieldId } from '../state/form-state.ts'
import styles from './amount-control.module.css'
import { type ControlProps, getFieldProps, toText } from './control.ts'
import { toWholeAmount } from './whole-amount.ts'

/** Whole naira. The hint repeats the amount with thousands separators, and says when kobo are left out. */
export function AmountControl(control: ControlProps) {
  const { path, field, entry, answer, onAnswer, onLeave } = control
  const stored = toText(answer)
  // The box keeps separators while it has the focus: without a decimal point, the kobo typed next would join the naira.
  const [typed, setTyped] = useState({ text: '', isFocused: false })
  const reading = toWholeAmount(typed.text, field.max)
  const isTyped = reading.answer === stored
  const visible = isTyped && typed.isFocused ? typed.text : stored
  const hint = [
    field.hint,
    /^\d+$/.test(stored) && `You wrote ${field.format(stored, entry)}.`,
    isTyped && reading.kobo > '00' && 'Kobo are left out.',
  ]
  return (
    <LabelledField {...getFieldProps(control)} hint={hint.filter(Boolean).join(' ')} id={getFieldId(path)}>
      {(wiring) => (
        <div className={styles.amount}>
          <span className={styles.sign} aria-hidden="true">
            ₦
          </span>
          <input
            {...wiring}
            className={classNames(controlClass, styles.digits)}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="next"
            value={visible}
            onChange={({ target: { value } }) => {
              const { answer, kobo, text } = toWholeAmount(value, field.max)
              const isPasted = Math.abs(value.length - visible.length) > 1
              setTyped({ text: isPasted && kobo === '00' ? answer : text, isFocused: true })
              onAnswer(answer)
            }}
            onBlur={() => {
              setTyped({ ...typed, isFocused: false })
              onLeave()
            }}
          />
        </div>
      )}
    </LabelledField>
  )
}
