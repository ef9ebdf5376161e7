// The one judge of answers: the Next button, the Submit button and the server all ask here.
import { type Entry, type Field, inSentence, isAsked, isBlank } from './field.ts'
import type { Group, List, Section, Sections, Single } from './section.ts'

/** Sentences by place, such as "institutions.1.endYear"; empty when nothing is wrong. */
export type Complaints = ReadonlyMap<string, string>

export function complaintsAbout(sections: Sections, answers: Entry, names = Object.keys(sections)): Complaints {
  const found = new Map<string, string>()
  for (const name of names) {
    const section = sections[name]
    if (!section) throw new Error(`The form has no section "${name}".`)
    for (const [path, message] of complaintsOf(section, answers[name]))
      found.set(path ? `${name}.${path}` : name, message)
  }
  return found
}

function complaintsOf(section: Section, answer: unknown): Iterable<[string, string]> {
  switch (section.shape) {
    case 'single':
      return singleComplaints(section, answer)
    case 'group':
      return groupComplaints(section, answer as Entry)
    case 'list':
      return listComplaints(section, answer as Entry[])
  }
}

function* singleComplaints({ field, words }: Single, answer: unknown): Iterable<[string, string]> {
  const complaint = judge(field, answer, {}, words.missing ?? `${field.label} is required.`, (phrase) =>
    sentence(phrase),
  )
  if (complaint) yield ['', complaint]
}

function* groupComplaints({ title, fields }: Group, item: Entry): Iterable<[string, string]> {
  for (const [key, field] of Object.entries(fields)) {
    const missing = `${title}: ${inSentence(field.label)} is required.`
    const complaint = judge(field, item[key], item, missing, (phrase) => `${title}: ${phrase}.`)
    if (complaint) yield [key, complaint]
  }
}

function* listComplaints(list: List, items: readonly Entry[]): Iterable<[string, string]> {
  const { noun, words, fields, rules = [] } = list
  if (items.length < list.min) yield ['', words.tooFew]
  for (const [i, item] of items.entries()) {
    for (const [key, field] of Object.entries(fields)) {
      const missing = words.missing ?? `${noun} ${i + 1} ${inSentence(field.label)} is required.`
      const complaint = judge(field, item[key], item, missing, (phrase) => `${noun} ${i + 1} ${phrase}.`)
      if (complaint) yield [`${i}.${key}`, complaint]
    }
    for (const rule of rules) if (rule.broken(item as never)) yield [`${i}.${rule.on}`, rule.words(i + 1)]
  }
}

function judge(field: Field, answer: unknown, entry: Entry, missing: string, say: (phrase: string) => string) {
  if (!isAsked(field, entry)) return false
  if (isBlank(answer)) return !field.optional && missing
  const phrase = field.wrong?.(answer, entry)
  return phrase ? say(phrase) : false
}

const sentence = (phrase: string) => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`
