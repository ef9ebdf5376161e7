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
  className,
  ...rest
}: Props) => (
  <LabelledField label={label} hint={hint} error={error} optional={optional} id={id}>
    {(attributes) => (
      <select {...rest} {...attributes} className={classNames(controlClass, styles.select, className)}>
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
