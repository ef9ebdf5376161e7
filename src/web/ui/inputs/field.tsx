// Label above, error between label and control, hint under the label: one wiring for every kind of control.
import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** What the control must carry to belong to its label, hint and error. */
export interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldWords {
  label: ReactNode
  hint?: ReactNode
  /** The complaint about this field; none while nothing is wrong. */
  error?: string | undefined
  /** Required is the rule; what is not is marked. */
  optional?: boolean | undefined
  /** The control's id, for links from the error summary; made up when absent. */
  id?: string | undefined
}

interface Props extends FieldWords {
  children: (wiring: Wiring) => ReactNode
}

export function Field({ label, hint, error, optional, id, children }: Props) {
  const made = useId()
  const control = id ?? made
  const described = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={control}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {hint && (
        <p className={styles.hint} id={`${control}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${control}-error`}>
          {error}
        </p>
      )}
      {children({
        id: control,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
    </div>
  )
}

/** The look of a text box, select or textarea. */
export const controlClass = styles.control
