// The meaning of a colour, also given by an icon and a word. The icons are drawn here because the login page, which
// cannot afford the icon library, needs them.
import styles from './tone.module.css'

export type Tone = 'info' | 'success' | 'warning' | 'error'

/** What a screen reader hears before the message. */
export const toneLabels: Record<Tone, string> = {
  info: 'Information',
  success: 'Done',
  warning: 'Warning',
  error: 'Error',
}

const circle = 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z'
const iconPaths: Record<Tone, string> = {
  info: `${circle}M12 11v5M12 8h.01`,
  success: `${circle}m-4 9 3 3 5-6`,
  warning: 'M12 4 2.5 20h19ZM12 10v4M12 17h.01',
  error: `${circle}M12 8v5M12 16h.01`,
}

export const ToneIcon = ({ tone }: { tone: Tone }) => (
  <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
    <path d={iconPaths[tone]} />
  </svg>
)
