/**
 * Opens a dialog until the returned function is called. Browsers without native dialogs (Firefox before 98, Safari before
 * 15.4) show it over the page as well, with the focus in it, but leave the page behind it reachable.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  if (hasNativeDialogs(dialog)) {
    dialog.showModal()
    return () => dialog.close()
  }
  // `open` is not known there either, except to style sheets and screen readers.
  dialog.setAttribute('open', '')
  dialog.setAttribute('data-not-native', '')
  dialog.setAttribute('role', 'dialog')
  dialog.querySelector<HTMLElement>('a, button, input, select, textarea')?.focus()
  return () => dialog.removeAttribute('open')
}

/** Those that have none close it by no key of their own. */
export const hasNativeDialogs = (dialog: HTMLDialogElement): boolean => typeof dialog.showModal === 'function'
