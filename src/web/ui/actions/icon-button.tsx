import type { ComponentProps } from 'react'
import { type Drawing, Icon } from '../layout/icon.tsx'
import { classes } from '../styles/classes.ts'
import styles from './icon-button.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: Drawing
  /** The button's name; also shown when pointed at. */
  label: string
}

/** A square button that holds only an icon. */
export const IconButton = ({ icon, label, className, ...rest }: Props) => (
  <button type="button" title={label} {...rest} aria-label={label} className={classes(styles.button, className)}>
    <Icon of={icon} />
  </button>
)
