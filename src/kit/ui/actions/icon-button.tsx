import type { ComponentProps } from 'react'
import { Icon, type IconComponent } from '../layout/icon.tsx'
import { classNames } from '../styles/classes.ts'
import styles from './icon-button.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: IconComponent
  /** The accessible name; also the tooltip. */
  label: string
}

/** A square button that holds only an icon. */
export const IconButton = ({ icon, label, className, ...rest }: Props) => (
  <button type="button" title={label} {...rest} aria-label={label} className={classNames(styles.button, className)}>
    <Icon icon={icon} />
  </button>
)
