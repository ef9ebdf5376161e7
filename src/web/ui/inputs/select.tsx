import type { ComponentProps } from 'react'
import { classes } from '../styles/classes.ts'
import { controlClass, Field, type FieldWords } from './field.tsx'
import styles from './select.module.css'

interface Props extends FieldWords, Omit<ComponentProps<'select'>, 'id'> {
  /** Stored value → the words shown. */
  options: Readonly<Record<string, string>>
  /** The words of the empty choice. */
  placeholder?: string
}

/** The platform's own picker, which phones draw best. */
export const Select = ({
  label,
  hint,
  error,
  optional,
  id,
  options,
  placeholder = 'Choose…',
  className,
  ...rest
}: Props) => (
  <Field label={label} hint={hint} error={error} optional={optional} id={id}>
    {(wiring) => (
      <select {...rest} {...wiring} className={classes(controlClass, styles.select, className)}>
        <option value="">{placeholder}</option>
        {Object.entries(options).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    )}
  </Field>
)
