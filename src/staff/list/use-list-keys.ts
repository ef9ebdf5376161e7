// The keys of a list; never while somebody types, and not at all when they are turned off.
import { useEffect, useState } from 'react'
import { areKeysOn, isInField } from '#staff/entities/session/key-setting.ts'

interface ListKeys {
  /** Of the rows on the page. */
  keys: readonly string[]
  onOpen: (row: number) => void
  onFilters: () => void
  onHelp: () => void
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  /** Only where rows can be chosen. @param row -1 for none @param isRange also those between it and the row that was chosen before */
  onChoose?: ((row: number, isRange: boolean) => void) | undefined
}

/** @returns the row that the keys have reached; -1 for none */
export function useListKeys(keys: ListKeys): number {
  // By its key: a list that is read again has other rows in other places.
  const [current, setCurrent] = useState('')
  const row = keys.keys.indexOf(current)

  useEffect(() => {
    const moveTo = (next: number) => {
      const target = Math.max(0, Math.min(next, keys.keys.length - 1))
      setCurrent(keys.keys[target] ?? '')
      const element = document.querySelector<HTMLElement>(`[data-row="${target}"]`)
      // A screen reader reads it, and Tab leads on from there.
      element?.focus({ preventScroll: true })
      element?.scrollIntoView({ block: 'nearest' })
    }
    const acts: Readonly<Record<string, () => void>> = {
      s: () => document.getElementById('list-search')?.focus(),
      j: () => moveTo(row + 1),
      k: () => moveTo(row - 1),
      f: keys.onFilters,
      '?': keys.onHelp,
      ']': () => keys.onNext?.(),
      '[': () => keys.onPrevious?.(),
      x: () => keys.onChoose?.(row, false),
      X: () => keys.onChoose?.(row, true),
    }
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isInField(event.target) || !areKeysOn()) return
      if (document.querySelector('dialog[open]')) return
      const isOnControl =
        event.target instanceof HTMLElement && event.target.closest('a, button, input, summary') !== null
      const act = event.key === 'Enter' && row >= 0 && !isOnControl ? () => keys.onOpen(row) : acts[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
  return row
}
