// The one form of a page: what it holds, how it changes, and who is told.
import type { Entry } from '#shared/forms/field.ts'
import type { Sections } from '#shared/forms/section.ts'
import {
  entryAdded,
  entryMoved,
  entryNamed,
  entryPutBack,
  entryRemoved,
  type RemovedEntry,
  withoutBlankEntries,
} from './entries.ts'
import { answered, type FormState, type Place } from './form-state.ts'
import { cardOpened, cardToggled, checked, folded, left, openForm, replacedAll } from './touched-fields.ts'

export type FormStore = ReturnType<typeof createFormStore>

/** A form over these sections that opens with these answers. */
export function createFormStore(sections: Sections, answers: Entry) {
  let state = openForm(sections, answers)
  const listeners = new Set<() => void>()

  function become(next: FormState) {
    if (next === state) return
    state = next
    for (const tell of listeners) tell()
  }

  return {
    sections,
    state: () => state,
    subscribe(tell: () => void) {
      listeners.add(tell)
      return () => {
        listeners.delete(tell)
      }
    },
    answer: (place: Place, answer: unknown) => become(answered(state, sections, place, answer)),
    leave: (place: Place) => become(left(state, place)),
    /** Returns the new entry's name. */
    addEntry(list: string) {
      become(entryAdded(state, sections, list))
      return state.rows[list]?.slice(-1)[0] ?? ''
    },
    /** Returns what was taken out; null when it was not there. */
    removeEntry(list: string, row: string): RemovedEntry | null {
      const removed = entryNamed(state, list, row)
      if (removed) become(entryRemoved(state, list, row))
      return removed
    },
    putBackEntry: (list: string, removed: RemovedEntry) => become(entryPutBack(state, list, removed)),
    moveEntry: (list: string, row: string, by: -1 | 1) => become(entryMoved(state, list, row, by)),
    toggleCard: (row: string) => become(cardToggled(state, row)),
    openCard: (row: string) => become(cardOpened(state, row)),
    /** From here on these sections show all that is wrong with them. */
    check: (names: readonly string[]) => become(checked(state, sections, names)),
    /** The person goes on to other sections; a file may still be on its way to some entries. */
    leaveSections: (names: readonly string[], awaited: ReadonlySet<string>) =>
      become(folded(withoutBlankEntries(state, sections, names, awaited), sections, names)),
    /** Other answers in place of these, from another window or computer. */
    replace: (other: Entry) => become(replacedAll(state, sections, other)),
  }
}
