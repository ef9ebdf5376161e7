import type { ComponentProps } from 'react'
import { classNames } from '../styles/classes.ts'
import styles from './form-stack.module.css'

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit?: (form: FormData) => void
}

/**
 * A short form, one field below the other. By POST: a form that is submitted before the script has loaded must not put
 * what was typed into the URL.
 */
export const FormStack = ({ className, onSubmit, ...rest }: Props) => (
  <form
    method="post"
    noValidate
    {...rest}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit?.(new FormData(event.currentTarget))
    }}
    className={classNames(styles.stack, className)}
  />
)

/** The error above the fields. It is always in the page, so that screen readers announce its changes. */
export const FormError = ({ children }: { children: string | null | undefined }) => (
  <p className={styles.error} role="alert">
    {children}
  </p>
)
