// Label, hint and error of a control, and the attributes that connect it with them.
import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** Connects a control with its label, hint and error. */
export interface ControlAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Fields are required unless marked. */
  optional?: boolean | undefined
  /** The control's id, for links from the error summary; generated when absent. */
  id?: string | undefined
}

interface Props extends FieldProps {
  children: (attributes: ControlAttributes) => ReactNode
}

export function LabelledField({ label, hint, error, optional, id, children }: Props) {
  const generatedId = useId()
  const control = id ?? generatedId
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

/** For text boxes, selects and textareas. */
export const controlClass = styles.control
