// A field is one kind of question and answers everything about itself; readers never switch on what it is about.

import { writtenDate } from './written-date.ts'

export type Kind = 'text' | 'paragraph' | 'email' | 'phone' | 'amount' | 'year' | 'date' | 'choice' | 'files' | 'fixed'

/** Stored value → the words shown. */
export type Options = Readonly<Record<string, string>>

/** The other answers beside this one, for questions that depend on them. */
export type Entry = Readonly<Record<string, unknown>>

/** Methods, not function properties, so that generic code may hold any Field as Field<unknown>. */
export interface Field<V = unknown> {
  readonly kind: Kind
  readonly label: string
  readonly hint?: string
  readonly blank: V
  /** Most characters of a text, most files of an upload. */
  readonly max: number
  readonly optional?: boolean
  /** The field exists only while another one of its entry has this answer. */
  readonly onlyWhen?: { readonly field: string; readonly is: string }
  /** The field whose answer decides the options; changing that one clears this one. */
  readonly dependsOn?: string
  /** Other names under which older documents carry this answer. */
  readonly aliases?: readonly string[]
  readonly autocomplete?: string
  /** What an upload may be; readers of other kinds ignore it. */
  readonly accepts?: FileTypes
  optionsFor?(entry: Entry): Options
  /** The end of a sentence about an answer that is not blank, or false when nothing is wrong with it. */
  wrong?(answer: V, entry: Entry): string | false
  /** The same answer in its canonical spelling. */
  tidy?(answer: V, entry: Entry): V
  /** The words every reader sees. */
  show(answer: V, entry: Entry): string
}

export type FileTypes = 'documents' | 'documentsAndWord'
type More = Partial<Field<string>>

const typed = (kind: Kind, label: string, max: number, more: More = {}): Field<string> => ({
  kind,
  label,
  max,
  blank: '',
  show: (answer) => answer,
  ...more,
})

export const text = (label: string, more?: More) => typed('text', label, 255, more)

export const paragraph = (label: string, max: number, more?: More) => typed('paragraph', label, max, more)

export const email = (label: string, more?: More) =>
  typed('email', label, 254, {
    autocomplete: 'email',
    wrong: (answer) => !isEmail(answer) && 'must have a valid email format',
    ...more,
  })

export const phone = (label: string, more?: More) =>
  typed('phone', label, 11, {
    autocomplete: 'tel-national',
    wrong: (answer) => !/^\d{1,11}$/.test(answer) && `${inSentence(label)} must be digits only, at most 11`,
    ...more,
  })

/** Whole naira, digits only. */
export const amount = (label: string, more?: More) =>
  typed('amount', label, 15, {
    wrong: (answer) => !/^\d+$/.test(answer) && `${inSentence(label)} must be digits only`,
    show: (answer) => (/^\d+$/.test(answer) ? `₦${answer.replace(/\B(?=(\d{3})+$)/g, ',')}` : answer),
    ...more,
  })

export const year = (label: string, more?: More) =>
  typed('year', label, 4, {
    wrong: (answer) => !/^(19|20)\d\d$/.test(answer) && `${inSentence(label)} must be a year, such as 2015`,
    ...more,
  })

/** A day (2015-06-30), or as much of one as the certificate tells: a month (2015-06) or a year (2015). */
export const date = (label: string, more?: More) =>
  typed('date', label, 10, {
    wrong: (answer) => !isDate(answer) && `${inSentence(label)} must be a date, such as 2015-06-30`,
    show: writtenDate,
    ...more,
  })

export const choice = (label: string, options: Options, more?: More) => chosen(label, () => options, more)

/** A choice whose options follow from the answer to another field of the same entry. */
export const choiceBy = (label: string, dependsOn: string, options: (answer: string) => Options, more?: More) =>
  chosen(label, (entry) => options(String(entry[dependsOn] ?? '')), {
    dependsOn,
    ...more,
  })

const chosen = (label: string, optionsFor: (entry: Entry) => Options, more?: More) =>
  typed('choice', label, 64, {
    optionsFor,
    wrong: (answer, entry) =>
      !Object.hasOwn(optionsFor(entry), answer) && `${inSentence(label)} must be picked from the list`,
    tidy: (answer, entry) => canonicalValue(optionsFor(entry), answer),
    show: (answer, entry) => {
      const options = optionsFor(entry)
      return Object.hasOwn(options, answer) ? (options[answer] ?? answer) : answer
    },
    ...more,
  })

/** Not asked: the answer is always this one, whatever was sent. */
export const fixed = (label: string, value: string, words: string) =>
  typed('fixed', label, value.length, {
    blank: value,
    optional: true,
    tidy: () => value,
    show: () => words,
  })

/** Links of finished uploads. */
export const files = (label: string, accepts: FileTypes, more: Partial<Field<string[]>> = {}): Field<string[]> => ({
  kind: 'files',
  label,
  max: 10,
  blank: [],
  accepts,
  show: (answer) => answer.map((_, i) => `View File ${i + 1}`).join(', ') || 'No files available',
  ...more,
})

/** A label as it stands inside a sentence; abbreviations keep their capitals. */
export const inSentence = (label: string) => (/^[A-Z]{2,}/.test(label) ? label : label.toLowerCase())

export const isBlank = (answer: unknown) =>
  answer === undefined ||
  answer === null ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0)

/** Whether the field exists at all, given the answers beside it. */
export const isAsked = (field: Field, entry: Entry) =>
  !field.onlyWhen || entry[field.onlyWhen.field] === field.onlyWhen.is

/** One @, no spaces or control characters, a dot in the domain: what a mail server will surely want. */
export const isEmail = (answer: string) =>
  answer.length <= 254 &&
  /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}.]+(\.[^\s@,;:<>()[\]"\\\p{Cc}.]+)+$/u.test(answer)

function isDate(answer: string) {
  const match = /^((?:19|20)\d\d)(?:-(\d\d)(?:-(\d\d))?)?$/.exec(answer)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)]
  const made = new Date(Date.UTC(year, month - 1, day))
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === day
}

// Documents written elsewhere may carry the words of an option, or its value in other capitals.
function canonicalValue(options: Options, answer: string) {
  if (Object.hasOwn(options, answer)) return answer
  const wanted = answer.trim().toLowerCase()
  const found = Object.entries(options).find(
    ([value, words]) => value.toLowerCase() === wanted || words.toLowerCase() === wanted,
  )
  return found ? found[0] : answer
}
