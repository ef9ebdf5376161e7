// Like Field, for a question that several controls answer together.
import { type ReactNode, useId } from 'react'
import styles from './field.module.css'
import type { FieldWords, Wiring } from './field.tsx'

interface Props extends FieldWords {
  /** The wiring is for each of the controls, its id for the first: there links and complaints lead. The group itself is described. */
  children: (wiring: Wiring) => ReactNode
}

export function FieldGroup({ label, hint, error, optional, id, children }: Props) {
  const made = useId()
  const control = id ?? made
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
