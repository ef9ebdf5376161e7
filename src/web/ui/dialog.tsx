import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classes } from './classes.ts'
import styles from './dialog.module.css'

interface Props {
  title: string
  open: boolean
  /** Escape, the browser's back gesture on phones, or a button of yours. */
  onClose: () => void
  /** The buttons, the primary one last. */
  actions?: ReactNode
  children: ReactNode
}

/** The platform's own modal dialog: it keeps the focus inside and gives it back. */
export function Dialog({ title, open, onClose, actions, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    if (!element.showModal) return showInPage(element)
    element.showModal()
    return () => element.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      className={classes(styles.dialog, !hasNativeDialogs() && styles.fallback)}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {open && (
        <>
          <h2 id={heading}>{title}</h2>
          <div className={styles.body}>{children}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </>
      )}
    </dialog>
  )
}

const hasNativeDialogs = () => typeof HTMLDialogElement !== 'undefined' && 'showModal' in HTMLDialogElement.prototype

function showInPage(element: HTMLElement) {
  element.setAttribute('open', '')
  element.querySelector<HTMLElement>('button, input, a')?.focus()
  return () => element.removeAttribute('open')
}
