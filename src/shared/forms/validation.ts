// Validation of answers, for the Next button, the Submit button and the server.
import { type EntryValues, type Field, isApplicable, isEmpty, toLowerCaseLabel } from './field.ts'
import type { GroupSection, ListSection, Section, Sections, SingleSection } from './section.ts'

/** Messages by path, such as "institutions.1.endYear"; empty when all answers are valid. */
export type ValidationErrors = ReadonlyMap<string, string>

export function validateSections(
  sections: Sections,
  answers: EntryValues,
  names = Object.keys(sections),
): ValidationErrors {
  const errors = new Map<string, string>()
  for (const name of names) {
    const section = sections[name]
    if (!section) throw new Error(`The form has no section "${name}".`)
    for (const [path, message] of validateSection(section, answers[name]))
      errors.set(path ? `${name}.${path}` : name, message)
  }
  return errors
}

function validateSection(section: Section, answer: unknown): Iterable<[string, string]> {
  switch (section.shape) {
    case 'single':
      return validateSingle(section, answer)
    case 'group':
      return validateGroup(section, answer as EntryValues)
    case 'list':
      return validateList(section, answer as (EntryValues | null)[])
  }
}

function* validateSingle({ field, messages }: SingleSection, answer: unknown): Iterable<[string, string]> {
  const error = validateField(field, answer, {}, messages.missing ?? `${field.label} is required.`, (phrase) =>
    toSentence(phrase),
  )
  if (error) yield ['', error]
}

function* validateGroup({ title, fields }: GroupSection, entry: EntryValues): Iterable<[string, string]> {
  for (const [key, field] of Object.entries(fields)) {
    const missing = `${title}: ${toLowerCaseLabel(field.label)} is required.`
    const error = validateField(field, entry[key], entry, missing, (phrase) => `${title}: ${phrase}.`)
    if (error) yield [key, error]
  }
}

/** @param entries null for an entry that counts as absent, and keeps its number */
function* validateList(list: ListSection, entries: readonly (EntryValues | null)[]): Iterable<[string, string]> {
  const { noun, messages, fields, rules = [] } = list
  if (entries.filter((entry) => entry !== null).length < list.min) yield ['', messages.tooFew]
  for (const [i, entry] of entries.entries()) {
    if (entry === null) continue
    for (const [key, field] of Object.entries(fields)) {
      const missing = messages.missing ?? `${noun} ${i + 1} ${toLowerCaseLabel(field.label)} is required.`
      const error = validateField(field, entry[key], entry, missing, (phrase) => `${noun} ${i + 1} ${phrase}.`)
      if (error) yield [`${i}.${key}`, error]
    }
    for (const rule of rules) if (rule.isBroken(entry as never)) yield [`${i}.${rule.field}`, rule.formatMessage(i + 1)]
  }
}

function validateField(
  field: Field,
  answer: unknown,
  entry: EntryValues,
  missing: string,
  toMessage: (phrase: string) => string,
) {
  if (!isApplicable(field, entry)) return false
  if (isEmpty(answer)) return !field.optional && missing
  const phrase = field.validate?.(answer, entry)
  return phrase ? toMessage(phrase) : false
}

const toSentence = (phrase: string) => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`
