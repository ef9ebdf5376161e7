import type { ComponentProps } from 'react'
import { classNames } from '../styles/classes.ts'
import { controlClass, type FieldProps, LabelledField } from './field.tsx'
import styles from './select.module.css'

interface Props extends FieldProps, Omit<ComponentProps<'select'>, 'id'> {
  /** Labels by stored value. */
  options: Readonly<Record<string, string>>
  /** The label of the empty choice. */
  placeholder?: string
}

/** The browser's native picker, which works best on phones. */
export const Select = ({
  label,
  hint,
  error,
  optional,
  id,
  options,
  placeholder = 'Choose…',
  value,
  className,
  ...rest
}: Props) => (
  <LabelledField label={label} hint={hint} error={error} optional={optional} id={id}>
    {(attributes) => (
      <select
        {...rest}
        {...attributes}
        // What is no longer offered would leave the box blank.
        {...(value === undefined ? {} : { value: String(value) in options ? value : '' })}
        className={classNames(controlClass, styles.select, className)}
      >
        <option value="">{placeholder}</option>
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )}
  </LabelledField>
)
