// Adds, removes, restores and moves entries of a list, and keeps the focus with the entry that was changed.
import { useCallback, useEffect, useState } from 'react'
import { useForm, useFormState } from '#applicant/form/form-context.tsx'
import { isBack, type RemovedEntry } from '../state/entries.ts'

export function useListActions(name: string) {
  const { form } = useForm()
  const [removed, setRemoved] = useState<RemovedEntry | null>(null)
  const isRestored = useFormState((state) => removed !== null && isBack(state, name, removed))
  if (isRestored) setRemoved(null)
  const [addedId, setAddedId] = useState<string | null>(null)
  // An object, so that moving the same entry twice runs the effect twice.
  const [moved, setMoved] = useState<{ entryId: string } | null>(null)

  // An effect, because the card has to be rendered before it can take the focus.
  useEffect(() => {
    if (addedId) focusFirstControl(addedId)
  }, [addedId])
  useEffect(() => {
    if (moved) focusCard(moved.entryId)
  }, [moved])

  const toggle = useCallback((entryId: string) => form.toggleEntry(entryId), [form])
  const move = useCallback(
    (entryId: string, by: -1 | 1) => {
      form.moveEntry(name, entryId, by)
      setMoved({ entryId })
    },
    [form, name],
  )
  const remove = useCallback(
    (entryId: string) => {
      setAddedId(null)
      setRemoved(form.removeEntry(name, entryId))
    },
    [form, name],
  )
  const add = () => setAddedId(form.addEntry(name))
  const undoRemove = () => {
    if (!removed) return
    form.restoreEntry(name, removed)
    setRemoved(null)
    setAddedId(removed.entryId)
  }
  const closeUndo = () => setRemoved(null)

  return { removed, movedId: moved?.entryId, toggle, move, remove, add, undoRemove, closeUndo }
}

const focusable = 'input:not([type="file"]), select, textarea, button'

/** Focuses the card's first question, or its title while it is collapsed. */
function focusFirstControl(entryId: string) {
  const card = document.getElementById(entryId)
  const questions = card?.querySelector('[data-questions]')
  const first = (questions ?? card)?.querySelector<HTMLElement>(focusable)
  first?.focus({ preventScroll: true })
  card?.scrollIntoView?.({ block: 'nearest' })
}

/** Focuses the card's title, unless the focus is in the card already. The button that moved it may be gone at the end. */
function focusCard(entryId: string) {
  const card = document.getElementById(entryId)
  if (!card || card.contains(document.activeElement)) return
  card.querySelector('button')?.focus()
}
