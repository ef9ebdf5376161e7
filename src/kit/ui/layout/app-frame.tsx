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

/** The `ref` of a part that stays at the foot of the window: toasts come above it. */
export function markFoot(part: HTMLDivElement) {
  const { style } = document.documentElement
  const measure = () => {
    // At the end of the page it is a little higher.
    const height = innerHeight - part.getBoundingClientRect().top
    style.setProperty('--foot-height', height > 0 && height < innerHeight / 2 ? `${height}px` : '0px')
  }
  const observer = new ResizeObserver(measure)
  observer.observe(part)
  for (const event of ['scroll', 'resize']) addEventListener(event, measure, { passive: true })
  return () => {
    observer.disconnect()
    for (const event of ['scroll', 'resize']) removeEventListener(event, measure)
    style.removeProperty('--foot-height')
  }
}

/** At the top of the window; moves while calls run. */
export const LoadingBar = ({ busy }: { busy: boolean }) => <div className={styles.bar} data-busy={busy || undefined} />

/** A component of its own: calls begin and end often, and draw nothing else anew. */
export const BusyBar = () => <LoadingBar busy={useIsBusy()} />
