import type { ComponentProps } from 'react'
import { classNames } from '../styles/classes.ts'
import { controlClass, type FieldProps, LabelledField } from './field.tsx'

type Props = FieldProps & Omit<ComponentProps<'input'>, 'id'>

export const TextInput = ({ label, hint, error, optional, id, className, ...rest }: Props) => (
  <LabelledField label={label} hint={hint} error={error} optional={optional} id={id}>
    {(attributes) => <input type="text" {...rest} {...attributes} className={classNames(controlClass, className)} />}
  </LabelledField>
)
