// The page's form: its state, and the functions that change it.

import { createStore } from '#kit/browser/store.ts'
import type { EntryValues } from '#shared/forms/field.ts'
import type { Sections } from '#shared/forms/section.ts'
import {
  addEntry,
  findEntry,
  moveEntry,
  type RemovedEntry,
  removeEmptyEntries,
  removeEntry,
  restoreEntry,
} from './entries.ts'
import { type FieldPath, type FormState, setAnswer } from './form-state.ts'
import { addReadyEntries, createAnswersReader } from './ready-entries.ts'
import {
  collapseCompleteEntries,
  createInitialFormState,
  expandEntry,
  replaceForm,
  toggleEntry,
  touchField,
  touchSections,
} from './touched-fields.ts'

export type FormStore = ReturnType<typeof createFormStore>

export function createFormStore(sections: Sections, answers: EntryValues) {
  const { get, set, subscribe } = createStore<FormState>(createInitialFormState(sections, answers))
  const readAnswers = createAnswersReader()

  return {
    sections,
    getState: get,
    /** What is saved and submitted. The same object while no answer has changed. */
    getAnswers: () => readAnswers(get()),
    subscribe,
    setAnswer: (path: FieldPath, answer: unknown) => set(setAnswer(get(), sections, path, answer)),
    touch: (path: FieldPath) => set(touchField(get(), path)),
    /** Returns the new entry's id. */
    addEntry(list: string) {
      set(addEntry(get(), sections, list))
      return get().entryIds[list]?.slice(-1)[0] ?? ''
    },
    /** Opens a required list with the entries that it needs. */
    addReadyEntries: (list: string) => set(addReadyEntries(get(), sections, list)),
    /** Returns what `restoreEntry` needs to undo it; null when there was no such entry. */
    removeEntry(list: string, entryId: string): RemovedEntry | null {
      const removed = findEntry(get(), list, entryId)
      if (removed) set(removeEntry(get(), list, entryId))
      return removed
    },
    restoreEntry: (list: string, removed: RemovedEntry) => set(restoreEntry(get(), list, removed)),
    moveEntry: (list: string, entryId: string, by: -1 | 1) => set(moveEntry(get(), list, entryId, by)),
    toggleEntry: (entryId: string) => set(toggleEntry(get(), entryId)),
    expandEntry: (entryId: string) => set(expandEntry(get(), entryId)),
    /** Shows all errors of these sections from now on. */
    showErrors: (names: readonly string[]) => set(touchSections(get(), sections, names)),
    /** Drops empty entries and collapses complete ones; entries in `uploadingTo` are not dropped. */
    leaveSections: (names: readonly string[], uploadingTo: ReadonlySet<string>) =>
      set(collapseCompleteEntries(removeEmptyEntries(get(), sections, names, uploadingTo), sections, names)),
    replaceAnswers: (other: EntryValues) => set(replaceForm(get(), sections, other)),
  }
}
