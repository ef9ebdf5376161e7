// Complaints are never stored: they follow from the answers, and are shown where the person has been.

import { inSentence } from '#shared/forms/field.ts'
import type { Fields, Section, Sections } from '#shared/forms/section.ts'
import type { Complaints } from '#shared/forms/validation.ts'
import { type FormState, type Place, placeId } from './form-state.ts'
import { knownComplaints } from './memoized-validation.ts'

/** Sentences by the id of the place that they stand at. */
export type ShownComplaints = Readonly<Record<string, string>>

/** What may be said about these sections now, by path. */
export const seenComplaints = (state: FormState, sections: Sections, names: readonly string[]): Complaints =>
  new Map(
    [...knownComplaints(sections, state.answers, names)].filter(([path]) =>
      isSeen(state, placeOf(state, sections, path)),
    ),
  )

/** The same by the place that each stands at. */
export const shownComplaints = (state: FormState, sections: Sections, names: readonly string[]): ShownComplaints =>
  Object.fromEntries(
    [...seenComplaints(state, sections, names)].map(([path, sentence]) => [
      placeId(placeOf(state, sections, path)),
      sentence,
    ]),
  )

/** One line of the summary: what is wrong, where, and the control that mends it. */
export interface Fault {
  readonly place: Place
  readonly id: string
  readonly sentence: string
  /** "Institution 2: course, location"; empty where the sentence tells it all. */
  readonly where: string
}

/** The complaints in reading order; one sentence about many fields of an entry is one line, which names them. */
export function faultsOf(state: FormState, sections: Sections, complaints: Complaints): Fault[] {
  const lines = new Map<string, { place: Place; sentence: string; index: string; labels: string[] }>()
  for (const [path, sentence] of complaints) {
    const place = placeOf(state, sections, path)
    const line = `${place.row ?? place.section} ${sentence}`
    const label = labelOf(sections[place.section], place.key)
    const known = lines.get(line)
    if (known) known.labels.push(label)
    else lines.set(line, { place, sentence, index: path.split('.')[1] ?? '', labels: [label] })
  }
  return [...lines.values()].map(({ place, sentence, index, labels }) => ({
    place,
    id: placeId(place),
    sentence,
    where: whereabouts(sections[place.section], sentence, index, labels),
  }))
}

/** The place of a path such as "institutions.1.endYear". */
export function placeOf({ rows }: FormState, sections: Sections, path: string): Place {
  const [section = '', ...rest] = path.split('.')
  if (sections[section]?.shape !== 'list') return rest[0] === undefined ? { section } : { section, key: rest[0] }
  const [index, key] = rest
  const row = index === undefined ? undefined : rows[section]?.[Number(index)]
  return row === undefined || key === undefined ? { section } : { section, row, key }
}

const isSeen = ({ seen }: FormState, place: Place) => seen.has(placeId(place)) || seen.has(place.row ?? place.section)

const labelOf = (section: Section | undefined, key: string | undefined) =>
  section && section.shape !== 'single' && key ? ((section.fields as Fields)[key]?.label ?? '') : ''

// Only the sentence that a whole list shares needs telling where; all others name their entry and field themselves.
function whereabouts(section: Section | undefined, sentence: string, index: string, labels: readonly string[]) {
  if (section?.shape !== 'list' || sentence !== section.words.missing) return ''
  return `${section.noun} ${Number(index) + 1}: ${labels.map(inSentence).join(', ')}`
}
