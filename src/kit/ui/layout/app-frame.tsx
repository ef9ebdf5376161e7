// What is around every page of an app.
import styles from './app-frame.module.css'

export const SkipLink = () => (
  <a className={styles.skip} href="#content">
    Skip to content
  </a>
)

/** At the top of the window; moves while calls run. */
export const LoadingBar = ({ busy }: { busy: boolean }) => (
  <div className={styles.bar} data-busy={busy || undefined} aria-hidden="true" />
)
