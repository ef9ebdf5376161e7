import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { classNames } from '../styles/classes.ts'
import { type Toast, toast, toastStore } from './toast.ts'
import styles from './toaster.module.css'
import { ToneIcon, toneLabels } from './tone.tsx'

const none: readonly Toast[] = []

/** Renders the toasts: top right, and at the foot of phones. Each disappears after `duration` ms, but not while it is hovered or focused. */
export function Toaster({ duration }: { duration: number }) {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => none)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    if (toasts.length > 0 && region.current) uncoverField(region.current)
  }, [toasts])
  return (
    <section ref={region} className={styles.toaster} aria-label="Messages" aria-live="polite" aria-relevant="additions">
      {toasts.map((visible) => (
        <ToastMessage key={visible.id} toast={visible} duration={duration} />
      ))}
    </section>
  )
}

/** Scrolls the field in use out from behind the toasts. */
function uncoverField(region: HTMLElement): void {
  const field = document.activeElement
  if (!field?.matches('input, select, textarea')) return
  const [over, own] = [region.getBoundingClientRect(), field.getBoundingClientRect()]
  if (own.bottom <= over.top || own.top >= over.bottom || own.right <= over.left || own.left >= over.right) return
  const isAtFoot = over.top > innerHeight / 2
  scrollBy(0, isAtFoot ? own.bottom - over.top + gap : own.top - over.bottom - gap)
}

/** px */
const gap = 8

function ToastMessage({ toast: { id, tone, message }, duration }: { toast: Toast; duration: number }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => toast.dismiss(id), duration)
    return () => clearTimeout(timer)
  }, [isHeld, id, duration])

  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering or focusing it only stops the timer.
    <div
      className={classNames(styles.toast, styles[tone])}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <ToneIcon tone={tone} />
      <p>
        <VisuallyHidden>{toneLabels[tone]}: </VisuallyHidden>
        {message}
      </p>
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => toast.dismiss(id)}>
        ×
      </button>
    </div>
  )
}
