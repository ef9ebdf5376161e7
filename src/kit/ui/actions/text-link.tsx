import { Link, type LinkProps } from 'react-router'
import { classNames } from '../styles/classes.ts'
import styles from './text-link.module.css'

/** For a link outside the app, or to a file, that does not stand within a sentence. */
export const textLinkClass = styles.link ?? ''

/** A link to another page that does not stand within a sentence: as large as a thumb needs. */
export const TextLink = ({ className, ...rest }: LinkProps) => (
  <Link {...rest} className={classNames(textLinkClass, className)} />
)
