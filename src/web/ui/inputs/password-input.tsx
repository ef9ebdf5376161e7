import { type ComponentProps, useState } from 'react'
import { classes } from '../styles/classes.ts'
import { controlClass, Field, type FieldWords } from './field.tsx'
import styles from './password-input.module.css'

type Props = FieldWords & Omit<ComponentProps<'input'>, 'id' | 'type'>

/** A masked field with a Show / Hide toggle. */
export function PasswordInput({ label, hint, error, optional, id, className, ...rest }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(wiring) => (
        <div className={styles.row}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={classes(controlClass, className)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-controls={wiring.id}
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  )
}
