import { controlClass, LabelledField } from '#web/ui/inputs/field.tsx'
import { classNames } from '#web/ui/styles/classes.ts'
import { getFieldId } from '../state/form-state.ts'
import styles from './amount-control.module.css'
import { type ControlProps, getFieldProps, toText } from './control.ts'
import { toDigits } from './digits.ts'

/** Whole naira, digits only. The hint repeats the amount with thousands separators. */
export function AmountControl(control: ControlProps) {
  const { path, field, entry, answer, onAnswer, onLeave } = control
  const digits = toText(answer)
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
            value={digits}
            onChange={(event) => onAnswer(toDigits(event.target.value, field.max))}
            onBlur={onLeave}
          />
        </div>
      )}
    </LabelledField>
  )
}
