import type { ComponentProps, MouseEvent } from 'react'
import { Spinner } from '#kit/ui/layout/spinner.tsx'
import { classNames } from '../styles/classes.ts'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** Shows the spinner and ignores clicks. The button keeps the focus, which a disabled one would lose. */
  busy?: boolean
  /** As wide as its container. */
  wide?: boolean
}

/** Of type "button" unless given. At most one primary button per view. */
export function Button({
  variant = 'primary',
  busy = false,
  wide,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(variant), wide && styles.wide, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      // A prevented click does not submit the form.
      onClick={busy ? preventDefault : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

const preventDefault = (event: MouseEvent) => event.preventDefault()

/** For links that look like buttons. */
export const buttonClass = (variant: ButtonVariant) => classNames(styles.button, styles[variant])
