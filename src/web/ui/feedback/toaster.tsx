import { useEffect, useState, useSyncExternalStore } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { classes } from '../styles/classes.ts'
import { onToasts, type Toast, toast, toastsShown } from './toast.ts'
import styles from './toaster.module.css'
import { ToneIcon, toneWords } from './tone.tsx'

const none: readonly Toast[] = []

/** Draws the toasts, top right. Each goes by itself after `stay` ms, but not while it is pointed at or holds the focus. */
export function Toaster({ stay }: { stay: number }) {
  const shown = useSyncExternalStore(onToasts, toastsShown, () => none)
  return (
    <section className={styles.toaster} aria-label="Messages" aria-live="polite" aria-relevant="additions">
      {shown.map((one) => (
        <Message key={one.id} toast={one} stay={stay} />
      ))}
    </section>
  )
}

function Message({ toast: { id, tone, message }, stay }: { toast: Toast; stay: number }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => toast.dismiss(id), stay)
    return () => clearTimeout(timer)
  }, [held, id, stay])

  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it or tabbing into it only stops the clock.
    <div
      className={classes(styles.toast, styles[tone])}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <ToneIcon tone={tone} />
      <p>
        <VisuallyHidden>{toneWords[tone]}: </VisuallyHidden>
        {message}
      </p>
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => toast.dismiss(id)}>
        ×
      </button>
    </div>
  )
}
