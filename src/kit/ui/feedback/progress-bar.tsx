import styles from './progress-bar.module.css'

interface Props {
  label: string
  /** 0 to 1; null while unknown. */
  fraction: number | null
}

export const ProgressBar = ({ label, fraction }: Props) => (
  <progress
    className={styles.bar}
    aria-label={label}
    max={100}
    {...(fraction === null ? {} : { value: Math.round(fraction * 100) })}
  />
)
