import { useState } from 'react'
import { controlClass, LabelledField } from '#web/ui/inputs/field.tsx'
import { classNames } from '#web/ui/styles/classes.ts'
import { getFieldId } from '../state/form-state.ts'
import styles from './amount-control.module.css'
import { type ControlProps, getFieldProps, toText } from './control.ts'
import { toWholeAmount } from './digits.ts'

/** Whole naira, digits only. The hint repeats the amount with thousands separators. */
export function AmountControl(control: ControlProps) {
  const { path, field, entry, answer, onAnswer, onLeave } = control
  const digits = toText(answer)
  // The box keeps the decimal point while it has the focus: without it, the kobo typed next would join the naira.
  const [typed, setTyped] = useState<string | null>(null)
  const isTyped = typed !== null && toWholeAmount(typed, field.max) === digits
  const hint = [field.hint, digits && `You wrote ${field.format(digits, entry)}.`].filter(Boolean).join(' ')
  return (
    <LabelledField {...getFieldProps(control)} hint={hint} id={getFieldId(path)}>
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
            value={isTyped ? typed : digits}
            onChange={({ target: { value } }) => {
              setTyped(/^[\d, ]*\.\d*$/.test(value) ? value : null)
              onAnswer(toWholeAmount(value, field.max))
            }}
            onBlur={() => {
              setTyped(null)
              onLeave()
            }}
          />
        </div>
      )}
    </LabelledField>
  )
}
