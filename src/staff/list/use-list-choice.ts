// The choice of a list's rows. It outlives the page, so that a row can be opened meanwhile; signing out forgets it.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AddressQuery } from './list-address.ts'
import {
  type Choice,
  choicesKey,
  chooseRows,
  emptyChoice,
  isChosen,
  isSameFilter,
  pickFilter,
  type RowCount,
} from './list-choice.ts'

export type ListChoice = ReturnType<typeof useListChoice>

export function useListChoice(name: string, query: AddressQuery) {
  const client = useQueryClient()
  const filter = pickFilter(query)
  // A year's rows are not those of another one.
  const queryKey = [choicesKey, name, query.exercise]
  const place = queryKey.join(' ')
  // The cache tells its readers a moment later; a tick-box must change at once.
  const [local, setLocal] = useState({ place: '', choice: emptyChoice })
  const [isFull, setFull] = useState(false)
  /** Where a range begins: the row that was changed last. */
  const anchor = useRef<string | null>(null)
  const last = local.place === place ? local.choice : (client.getQueryData<Choice>(queryKey) ?? emptyChoice)
  const choice = last.kind === 'all' && !isSameFilter(last.filter, filter) ? emptyChoice : last
  // 'All' is dropped when the filter changes, also when it changes back.
  if (local.place !== place || local.choice !== choice) setLocal({ place, choice })
  const set = (next: Choice) => {
    setFull(false)
    client.setQueryDefaults([choicesKey], { gcTime: Number.POSITIVE_INFINITY })
    client.setQueryData<Choice>(queryKey, next)
    setLocal({ place, choice: next })
  }

  function change(keys: readonly string[], isAdded: boolean) {
    const next = chooseRows(choice, keys, isAdded)
    set(next)
    setFull(next === choice)
  }

  return {
    choice,
    /** The last rows were not added, because more cannot be named one by one. */
    isFull,
    change,
    /** Changes a row of the page, or all from the row that was changed before to this one. */
    changeRow(keys: readonly string[], at: number, { isRange, isAdded }: { isRange: boolean; isAdded?: boolean }) {
      const key = keys[at]
      if (key === undefined) return
      // Another page has other rows: a range begins on this one.
      const before = isRange && anchor.current !== null ? keys.indexOf(anchor.current) : -1
      const from = before < 0 ? at : before
      const [first, last] = from < at ? [from, at] : [at, from]
      change(keys.slice(first, last + 1), isAdded ?? (isRange || !isChosen(choice, key)))
      anchor.current = key
    },
    chooseAll: (total: RowCount) => set({ kind: 'all', filter, sort: query.sort, except: [], total }),
    clear: () => set(emptyChoice),
  }
}
