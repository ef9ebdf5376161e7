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
  const error = findError(field, answer, {})
  if (error === 'missing') yield ['', messages.missing ?? `${field.label} is required.`]
  else if (error) yield ['', toSentence(error.phrase)]
}

function* validateGroup({ title, fields }: GroupSection, entry: EntryValues): Iterable<[string, string]> {
  for (const [key, field] of Object.entries(fields)) {
    const error = findError(field, entry[key], entry)
    if (error === 'missing') yield [key, `${title}: ${toLowerCaseLabel(field.label)} is required.`]
    else if (error) yield [key, `${title}: ${error.phrase}.`]
  }
}

/** @param entries null for an entry that counts as absent, and keeps its number */
function* validateList(list: ListSection, entries: readonly (EntryValues | null)[]): Iterable<[string, string]> {
  const { noun, messages, rules = [] } = list
  const fields = Object.entries(list.fields)
  if (entries.filter((entry) => entry !== null).length < list.min) yield ['', messages.tooFew]
  for (const [i, entry] of entries.entries()) {
    if (entry === null) continue
    for (const [key, field] of fields) {
      const error = findError(field, entry[key], entry)
      if (error === 'missing')
        yield [`${i}.${key}`, messages.missing ?? `${noun} ${i + 1} ${toLowerCaseLabel(field.label)} is required.`]
      else if (error) yield [`${i}.${key}`, `${noun} ${i + 1} ${error.phrase}.`]
    }
    for (const rule of rules) if (rule.isBroken(entry as never)) yield [`${i}.${rule.field}`, rule.formatMessage(i + 1)]
  }
}

/** What is wrong with an answer, without a sentence around it: most are right, and no sentence is made for them. */
function findError(field: Field, answer: unknown, entry: EntryValues): 'missing' | { phrase: string } | null {
  if (!isApplicable(field, entry)) return null
  if (isEmpty(answer)) return field.optional ? null : 'missing'
  const phrase = field.validate?.(answer, entry)
  return phrase ? { phrase } : null
}

const toSentence = (phrase: string) => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`
