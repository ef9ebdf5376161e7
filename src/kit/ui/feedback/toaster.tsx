import { useEffect, useState, useSyncExternalStore } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { classNames } from '../styles/classes.ts'
import { type Toast, toast, toastStore } from './toast.ts'
import styles from './toaster.module.css'
import { ToneIcon, toneLabels } from './tone.tsx'

const none: readonly Toast[] = []

/** Renders the toasts, top right. Each disappears after `duration` ms, but not while it is hovered or focused. */
export function Toaster({ duration }: { duration: number }) {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => none)
  return (
    <section className={styles.toaster} aria-label="Messages" aria-live="polite" aria-relevant="additions">
      {toasts.map((visible) => (
        <ToastMessage key={visible.id} toast={visible} duration={duration} />
      ))}
    </section>
  )
}

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
