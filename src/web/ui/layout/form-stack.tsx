import type { ComponentProps } from 'react'
import { classes } from '../styles/classes.ts'
import styles from './form-stack.module.css'

/**
 * A short form, one field under the other. It posts to its own page when submitted before the script is here,
 * so that nothing typed ever lands in an address.
 */
export const FormStack = ({ className, ...rest }: ComponentProps<'form'>) => (
  <form method="post" noValidate {...rest} className={classes(styles.stack, className)} />
)

/** The red line above the fields; it is always in the page, so that screen readers hear it change. */
export const FormError = ({ children }: { children: string | null | undefined }) => (
  <p className={styles.error} role="alert">
    {children}
  </p>
)
