// Three inputs, because the browser's date picker accepts no year alone, and makes it tedious to go back decades.

import { useState } from 'react'
import { controlClass } from '#kit/ui/inputs/field.tsx'
import { FieldGroup } from '#kit/ui/inputs/field-group.tsx'
import { trimTrailing } from '#shared/forms/trim.ts'
import { getFieldId } from '../state/form-state.ts'
import { type ControlProps, getFieldProps, toText } from './control.ts'
import styles from './date-control.module.css'
import { takeDigits } from './digits.ts'

const inputs = [
  { part: 'day', label: 'Day', maxLength: 2 },
  { part: 'month', label: 'Month', maxLength: 2 },
  { part: 'year', label: 'Year', maxLength: 4 },
] as const

const hint = 'For example 30 6 2015. The year alone is enough.'

export function DateControl(control: ControlProps) {
  const { path, answer, onAnswer, onLeave } = control
  const stored = toText(answer)
  const [typed, setTyped] = useState<DateParts>(() => parseDateParts(stored))
  // The inputs keep what was typed ("6", not "06") until the answer changes from outside.
  const parts = formatDateParts(typed) === stored ? typed : parseDateParts(stored)

  const setPart = (part: keyof DateParts, digits: string) => {
    const next = { ...parts, [part]: digits }
    setTyped(next)
    onAnswer(formatDateParts(next))
  }

  return (
    <FieldGroup {...getFieldProps(control)} hint={hint} id={getFieldId(path)}>
      {(wiring) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the question is left when the focus leaves all three inputs.
        <div
          className={styles.inputs}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) onLeave()
          }}
        >
          {inputs.map(({ part, label, maxLength }, i) => (
            <label key={part} className={styles[part]}>
              {label}
              <input
                {...wiring}
                id={i === 0 ? wiring.id : undefined}
                className={controlClass}
                inputMode="numeric"
                autoComplete="off"
                enterKeyHint="next"
                value={parts[part]}
                onChange={({ target }) => setPart(part, takeDigits(target, parts[part], maxLength))}
              />
            </label>
          ))}
        </div>
      )}
    </FieldGroup>
  )
}

interface DateParts {
  readonly day: string
  readonly month: string
  readonly year: string
}

/** Of 2015-06-30, 2015-06 or 2015. */
function parseDateParts(answer: string): DateParts {
  const [year = '', month = '', day = ''] = answer.split('-')
  return { year, month: unpadPart(month), day: unpadPart(day) }
}

/** Cut after the last known part. A half-typed date is stored as it is, so that no keystroke is lost. */
function formatDateParts({ year, month, day }: DateParts): string {
  return trimTrailing([year, padPart(month), padPart(day)].join('-'), '-')
}

const padPart = (digits: string) => (digits.length === 1 ? `0${digits}` : digits)
const unpadPart = (digits: string) => digits.replace(/^0(?=\d)/, '')
