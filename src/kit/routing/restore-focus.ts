/**
 * When the element that has the focus is removed, as a button is that goes with its message, the title of the page takes the
 * focus, or that of the dialog on top; after a toast, what had it before. Otherwise it falls back to the document, and screen
 * readers lose their place.
 * @returns what stops it, for an effect
 */
export function restoreLostFocus(): () => void {
  let focused: Element | null = null
  let beforeToast: Element | null = null
  const remember = () => {
    const next = document.activeElement
    beforeToast = next?.closest('[aria-live]') ? focused : null
    focused = next
  }
  /** The user has left the element for none; one that is removed is no longer connected by then. */
  const forget = ({ target }: FocusEvent) =>
    setTimeout(() => {
      if (focused === target && focused?.isConnected) focused = null
    })
  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected) return
    const before = beforeToast
    focused = null
    // What removed it may focus something nearer in an effect, which comes first.
    setTimeout(() => {
      if (document.activeElement !== document.body) return
      const next = before?.isConnected ? before : findTitle()
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    })
  })
  if (document.activeElement !== document.body) remember()
  addEventListener('focusin', remember)
  addEventListener('focusout', forget)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    removeEventListener('focusin', remember)
    removeEventListener('focusout', forget)
  }
}

/** Behind an open dialog nothing can take the focus. Its title can only now: otherwise the dialog would open with it. */
function findTitle(): HTMLElement | null {
  const inDialog = [...document.querySelectorAll<HTMLElement>('dialog[open] h2')].at(-1)
  if (!inDialog) return document.querySelector('h1')
  inDialog.tabIndex = -1
  return inDialog
}
