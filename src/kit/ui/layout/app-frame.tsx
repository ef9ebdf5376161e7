// What is around every page of an app.
import { useIsBusy } from '#kit/http/activity.ts'
import styles from './app-frame.module.css'

export const SkipLink = () => (
  <a className={styles.skip} href="#content">
    Skip to content
  </a>
)

/** The `ref` of a part to which the skip link leads, unless the whole page is hidden behind another one. */
export function markContent(main: HTMLElement) {
  main.id = 'content'
  return () => main.removeAttribute('id')
}

/** At the top of the window; moves while calls run. */
export const LoadingBar = ({ busy }: { busy: boolean }) => <div className={styles.bar} data-busy={busy || undefined} />

/** A component of its own: calls begin and end often, and draw nothing else anew. */
export const BusyBar = () => <LoadingBar busy={useIsBusy()} />
