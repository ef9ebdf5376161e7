// Three boxes: the browser's own date picker refuses a year alone, and decades are far away in it.
import { useState } from 'react'
import { controlClass } from '#web/ui/inputs/field.tsx'
import { FieldGroup } from '#web/ui/inputs/field-group.tsx'
import { placeId } from '../state/form-state.ts'
import { type ControlProps, textOf, wordsOf } from './control.ts'
import styles from './date-control.module.css'
import { type DateParts, dateOf, partsOf } from './date-parts.ts'
import { digitsOnly } from './digits.ts'

const boxes = [
  { part: 'day', label: 'Day', most: 2 },
  { part: 'month', label: 'Month', most: 2 },
  { part: 'year', label: 'Year', most: 4 },
] as const

const hint = 'Day and month as far as you know them: 30 6 2015, or the year alone.'

export function DateControl(control: ControlProps) {
  const { place, answer, onAnswer, onLeave } = control
  const stored = textOf(answer)
  const [typed, setTyped] = useState<DateParts>(() => partsOf(stored))
  // What stands in the boxes is kept as typed ("6", not "06") until the answer is another one.
  const shown = dateOf(typed) === stored ? typed : partsOf(stored)

  const type = (part: keyof DateParts, digits: string) => {
    const next = { ...shown, [part]: digits }
    setTyped(next)
    onAnswer(dateOf(next))
  }

  return (
    <FieldGroup {...wordsOf(control)} hint={control.field.hint ?? hint} id={placeId(place)}>
      {(wiring) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: leaving the last of the boxes is leaving the question.
        <div
          className={styles.boxes}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) onLeave()
          }}
        >
          {boxes.map(({ part, label, most }, i) => (
            <label key={part} className={styles[part]}>
              {label}
              <input
                {...wiring}
                id={i === 0 ? wiring.id : undefined}
                className={controlClass}
                inputMode="numeric"
                autoComplete="off"
                enterKeyHint="next"
                value={shown[part]}
                onChange={(event) => type(part, digitsOnly(event.target.value, most))}
              />
            </label>
          ))}
        </div>
      )}
    </FieldGroup>
  )
}
