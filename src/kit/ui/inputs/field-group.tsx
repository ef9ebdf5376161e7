// Like LabelledField, for a question with several controls.
import { type ReactNode, useId } from 'react'
import styles from './field.module.css'
import type { ControlAttributes, FieldProps } from './field.tsx'

interface Props extends FieldProps {
  /** The attributes are for every control, except the id: it is for the first one, to which error links lead. */
  children: (attributes: ControlAttributes) => ReactNode
}

export function FieldGroup({ label, hint, error, optional, id, children }: Props) {
  const generatedId = useId()
  const control = id ?? generatedId
  const described = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ') || undefined
  return (
    <fieldset className={styles.group} aria-describedby={described}>
      <legend className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </legend>
      <div className={styles.field}>
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
        {children({ id: control, 'aria-describedby': undefined, 'aria-invalid': error ? true : undefined })}
      </div>
    </fieldset>
  )
}
