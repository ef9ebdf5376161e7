import { type Fields, isBlankItem, type Sections } from '#shared/form/section.ts'
import { entriesOf, entryRemoved, type FormState } from './form-state.ts'

/** The form without the entries in which nothing was written, in lists that may be empty: nobody meant them. */
export function withoutBlankEntries(state: FormState, sections: Sections, names: readonly string[]): FormState {
  let kept = state
  for (const name of names) {
    const section = sections[name]
    if (section?.shape !== 'list' || section.min > 0) continue
    const items = entriesOf(state.answers, name)
    for (const [i, row] of (state.rows[name] ?? []).entries())
      if (isBlankItem(section.fields as Fields, items[i] ?? {})) kept = entryRemoved(kept, name, row)
  }
  return kept
}
