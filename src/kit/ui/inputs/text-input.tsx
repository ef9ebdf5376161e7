import type { ComponentProps } from 'react'
import { classNames } from '../styles/classes.ts'
import { controlClass, type FieldProps, LabelledField } from './field.tsx'

/** A text has a limit, unless it is a number, what browsers fill in, or of a type that they know. */
type Limit =
  | { maxLength: number | undefined }
  | { inputMode: 'numeric' | 'decimal' }
  | { autoComplete: 'username' | 'name' | 'one-time-code' }
  | { type: 'date' | 'datetime-local' | 'file' | 'email' | 'password' | 'search' | 'url' }

type Props = FieldProps & Omit<ComponentProps<'input'>, 'id'> & Limit

/**
 * Browsers, which many people share, offer nobody what others have typed, unless a field says what it is. An email address is
 * kept from spelling checkers, some of which send what is typed to a server.
 */
export const TextInput = ({ label, hint, error, optional, id, className, type = 'text', ...rest }: Props) => (
  <LabelledField label={label} hint={hint} error={error} optional={optional} id={id}>
    {(attributes) => (
      <input
        type={type}
        autoComplete="off"
        {...(type === 'email' && { spellCheck: false })}
        {...rest}
        {...attributes}
        className={classNames(controlClass, className)}
      />
    )}
  </LabelledField>
)
