// The focus follows the work into cards; to a single control, see `focusControl` of ui/error-summary.tsx.

const focusable = 'input:not([type="file"]), select, textarea, button'

/** Into a card: to its first question, or to its title while it is folded. */
export function focusFirstIn(id: string) {
  const card = document.getElementById(id)
  const questions = card?.querySelector('[data-questions]')
  const first = (questions ?? card)?.querySelector<HTMLElement>(focusable)
  first?.focus({ preventScroll: true })
  card?.scrollIntoView?.({ block: 'nearest' })
}

/** To a card's title, unless the focus is in the card already. */
export function focusCard(id: string) {
  const card = document.getElementById(id)
  if (!card || card.contains(document.activeElement)) return
  card.querySelector('button')?.focus()
}
