import styles from './progress-bar.module.css'

interface Props {
  label: string
  /** 0 to 1; null while it is not known. */
  part: number | null
}

/** How far something is. */
export const ProgressBar = ({ label, part }: Props) => (
  <progress
    className={styles.bar}
    aria-label={label}
    max={100}
    {...(part === null ? {} : { value: Math.round(part * 100) })}
  />
)
