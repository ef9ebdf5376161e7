import type { ComponentProps } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import { classNames } from '../styles/classes.ts'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** Shows the spinner and disables the button. */
  busy?: boolean
  /** As wide as its container. */
  wide?: boolean
}

/** Of type "button" unless given. At most one primary button per view. */
export function Button({
  variant = 'primary',
  busy = false,
  wide,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(variant), wide && styles.wide, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** For links that look like buttons. */
export const buttonClass = (variant: ButtonVariant) => classNames(styles.button, styles[variant])
