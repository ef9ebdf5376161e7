import type { ComponentProps } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import { classes } from '../styles/classes.ts'
import styles from './button.module.css'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  /** Working: shows the spinner and cannot be pressed again. */
  busy?: boolean
  /** As wide as what holds it. */
  wide?: boolean
}

/** A button; of type "button" unless told otherwise. One primary in a view. */
export function Button({ look = 'primary', busy = false, wide, disabled, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(buttonClass(look), wide && styles.wide, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** The look of a button for a link. */
export const buttonClass = (look: ButtonLook) => classes(styles.button, styles[look])
