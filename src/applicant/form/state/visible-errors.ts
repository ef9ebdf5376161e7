// Errors follow from the answers and are never stored. They show only where the user has been.
import { toLowerCaseLabel } from '#shared/forms/field.ts'
import type { Fields, Section, Sections } from '#shared/forms/section.ts'
import type { ValidationErrors } from '#shared/forms/validation.ts'
import { type FieldPath, type FormState, getFieldId } from './form-state.ts'
import { validateMemoized } from './memoized-validation.ts'

/** Error messages by field id. */
export type VisibleErrors = Readonly<Record<string, string>>

/** The errors of these sections that may show now. */
export const findVisibleErrors = (state: FormState, sections: Sections, names: readonly string[]): ValidationErrors =>
  new Map(
    [...validateMemoized(sections, state, names)].filter(([path]) =>
      isTouched(state, toFieldPath(state, sections, path)),
    ),
  )

/** The same by field id. */
export const getVisibleErrors = (state: FormState, sections: Sections, names: readonly string[]): VisibleErrors =>
  Object.fromEntries(
    [...findVisibleErrors(state, sections, names)].map(([path, message]) => [
      getFieldId(toFieldPath(state, sections, path)),
      message,
    ]),
  )

/** One line of the error summary. */
export interface SummaryLine {
  readonly path: FieldPath
  readonly id: string
  readonly message: string
  /** "Institution 2: course, location"; empty when the message itself names the field. */
  readonly where: string
}

/** One line for each error, in reading order. The same message about several fields of an entry is one line. */
export function summarizeErrors(state: FormState, sections: Sections, errors: ValidationErrors): SummaryLine[] {
  const lines = new Map<string, { path: FieldPath; message: string; index: string; labels: string[] }>()
  for (const [errorPath, message] of errors) {
    const path = toFieldPath(state, sections, errorPath)
    const key = `${path.entryId ?? path.section} ${message}`
    const label = getLabel(sections[path.section], path.key)
    const line = lines.get(key)
    if (line) line.labels.push(label)
    else lines.set(key, { path, message, index: errorPath.split('.')[1] ?? '', labels: [label] })
  }
  return [...lines.values()].map(({ path, message, index, labels }) => ({
    path,
    id: getFieldId(findReadyField(state, sections[path.section], path)),
    message,
    where: describeEntry(sections[path.section], message, index, labels),
  }))
}

/** A list that has too few entries is complete once its ready entries are: leads to the first question of these. */
function findReadyField({ entryIds, ready }: FormState, section: Section | undefined, path: FieldPath): FieldPath {
  const entryId = entryIds[path.section]?.find((id) => ready.has(id))
  if (section?.shape !== 'list' || path.entryId !== undefined || entryId === undefined) return path
  return { ...path, entryId, key: Object.keys(section.fields)[0] ?? '' }
}

/** Validation names entries by index ("institutions.1.endYear"); the form names them by id. */
export function toFieldPath({ entryIds }: FormState, sections: Sections, errorPath: string): FieldPath {
  const [section = '', ...rest] = errorPath.split('.')
  if (sections[section]?.shape !== 'list') return rest[0] === undefined ? { section } : { section, key: rest[0] }
  const [index, key] = rest
  const entryId = entryIds[section]?.[Number(index)]
  return entryId === undefined || key === undefined ? { section } : { section, entryId, key }
}

const isTouched = ({ touched }: FormState, path: FieldPath) =>
  touched.has(getFieldId(path)) || touched.has(path.entryId ?? path.section)

const getLabel = (section: Section | undefined, key: string | undefined) =>
  section && section.shape !== 'single' && key ? ((section.fields as Fields)[key]?.label ?? '') : ''

// Only the message that all fields of a list share needs this; every other one names its entry and field.
function describeEntry(section: Section | undefined, message: string, index: string, labels: readonly string[]) {
  if (section?.shape !== 'list' || message !== section.messages.missing) return ''
  return `${section.noun} ${Number(index) + 1}: ${labels.map(toLowerCaseLabel).join(', ')}`
}
