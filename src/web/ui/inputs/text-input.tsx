import type { ComponentProps } from 'react'
import { classes } from '../styles/classes.ts'
import { controlClass, Field, type FieldWords } from './field.tsx'

type Props = FieldWords & Omit<ComponentProps<'input'>, 'id'>

/** One line of text with its label. */
export const TextInput = ({ label, hint, error, optional, id, className, ...rest }: Props) => (
  <Field label={label} hint={hint} error={error} optional={optional} id={id}>
    {(wiring) => <input type="text" {...rest} {...wiring} className={classes(controlClass, className)} />}
  </Field>
)
