import { controlClass, Field } from '#web/ui/inputs/field.tsx'
import { classes } from '#web/ui/styles/classes.ts'
import { placeId } from '../state/form-state.ts'
import styles from './amount-control.module.css'
import { type ControlProps, textOf, wordsOf } from './control.ts'
import { digitsOnly } from './digits.ts'

/** Whole naira: digits go in, and the hint reads them back with their commas. */
export function AmountControl(control: ControlProps) {
  const { place, field, entry, answer, onAnswer, onLeave } = control
  const typed = textOf(answer)
  const hint = [field.hint, typed && `You wrote ${field.show(typed, entry)}.`].filter(Boolean).join(' ')
  return (
    <Field {...wordsOf(control)} hint={hint} id={placeId(place)}>
      {(wiring) => (
        <div className={styles.amount}>
          <span className={styles.sign} aria-hidden="true">
            ₦
          </span>
          <input
            {...wiring}
            className={classes(controlClass, styles.digits)}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="next"
            value={typed}
            onChange={(event) => onAnswer(digitsOnly(event.target.value, field.max))}
            onBlur={onLeave}
          />
        </div>
      )}
    </Field>
  )
}
