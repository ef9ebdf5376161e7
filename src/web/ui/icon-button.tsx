import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { type Drawing, Icon } from './icon.tsx'
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
