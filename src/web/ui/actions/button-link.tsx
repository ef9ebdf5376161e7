import { Link, type LinkProps } from 'react-router'
import { classes } from '../styles/classes.ts'
import { type ButtonLook, buttonClass } from './button.tsx'

interface Props extends LinkProps {
  look?: ButtonLook
}

/** A link to another page that looks like a button. */
export const ButtonLink = ({ look = 'primary', className, ...rest }: Props) => (
  <Link {...rest} className={classes(buttonClass(look), className)} />
)
