import { type ComponentProps, useState } from 'react'
import { classNames } from '../styles/classes.ts'
import { controlClass, type FieldProps, LabelledField } from './field.tsx'
import styles from './password-input.module.css'

type Props = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'type'>

/** A masked field with a Show / Hide toggle. */
export function PasswordInput({ label, hint, error, optional, id, className, ...rest }: Props) {
  const [isVisible, setVisible] = useState(false)
  return (
    <LabelledField label={label} hint={hint} error={error} optional={optional} id={id}>
      {(attributes) => (
        <div className={styles.row}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...attributes}
            type={isVisible ? 'text' : 'password'}
            className={classNames(controlClass, className)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-controls={attributes.id}
            aria-label={isVisible ? 'Hide password' : 'Show password'}
            onClick={() => setVisible(!isVisible)}
          >
            {isVisible ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </LabelledField>
  )
}
