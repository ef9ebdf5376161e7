import type { ComponentProps } from 'react'
import { classNames } from '../styles/classes.ts'
import { controlClass, Field, type FieldProps } from './field.tsx'

type Props = FieldProps & Omit<ComponentProps<'input'>, 'id'>

export const TextInput = ({ label, hint, error, optional, id, className, ...rest }: Props) => (
  <Field label={label} hint={hint} error={error} optional={optional} id={id}>
    {(attributes) => <input type="text" {...rest} {...attributes} className={classNames(controlClass, className)} />}
  </Field>
)
