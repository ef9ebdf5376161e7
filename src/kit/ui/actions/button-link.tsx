import { Link, type LinkProps } from 'react-router'
import { classNames } from '../styles/classes.ts'
import { type ButtonVariant, buttonClass } from './button.tsx'

interface Props extends LinkProps {
  variant?: ButtonVariant
}

/** A link to another page that looks like a button. */
export const ButtonLink = ({ variant = 'primary', className, ...rest }: Props) => (
  <Link {...rest} className={classNames(buttonClass(variant), className)} />
)
