// A field is one kind of question and answers everything about itself; readers never switch on what it is about.

import { formatPartialDate } from '../format/partial-date.ts'

export type FieldKind =
  | 'text'
  | 'paragraph'
  | 'email'
  | 'phone'
  | 'amount'
  | 'year'
  | 'date'
  | 'choice'
  | 'files'
  | 'fixed'

/** Stored value → the words shown. */
export type ChoiceOptions = Readonly<Record<string, string>>

/** The other answers beside this one, for questions that depend on them. */
export type EntryValues = Readonly<Record<string, unknown>>

/** Methods, not function properties, so that generic code may hold any Field as Field<unknown>. */
export interface Field<V = unknown> {
  readonly kind: FieldKind
  readonly label: string
  readonly hint?: string
  readonly emptyValue: V
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
  optionsFor?(entry: EntryValues): ChoiceOptions
  /** The end of a sentence about an answer that is not blank, or false when nothing is wrong with it. */
  validate?(answer: V, entry: EntryValues): string | false
  /** The same answer in its canonical spelling. */
  normalize?(answer: V, entry: EntryValues): V
  /** The words every reader sees. */
  format(answer: V, entry: EntryValues): string
}

export type FileTypes = 'documents' | 'documentsAndWord'
type TextFieldOptions = Partial<Field<string>>

const createTextField = (kind: FieldKind, label: string, max: number, more: TextFieldOptions = {}): Field<string> => ({
  kind,
  label,
  max,
  emptyValue: '',
  format: (answer) => answer,
  ...more,
})

export const text = (label: string, more?: TextFieldOptions) => createTextField('text', label, 255, more)

export const paragraph = (label: string, max: number, more?: TextFieldOptions) =>
  createTextField('paragraph', label, max, more)

export const email = (label: string, more?: TextFieldOptions) =>
  createTextField('email', label, 254, {
    autocomplete: 'email',
    validate: (answer) => !isEmail(answer) && 'must have a valid email format',
    ...more,
  })

export const phone = (label: string, more?: TextFieldOptions) =>
  createTextField('phone', label, 11, {
    autocomplete: 'tel-national',
    validate: (answer) => !/^\d{1,11}$/.test(answer) && `${toLowerCaseLabel(label)} must be digits only, at most 11`,
    ...more,
  })

/** Whole naira, digits only. */
export const amount = (label: string, more?: TextFieldOptions) =>
  createTextField('amount', label, 15, {
    validate: (answer) => !/^\d+$/.test(answer) && `${toLowerCaseLabel(label)} must be digits only`,
    format: (answer) => (/^\d+$/.test(answer) ? `₦${answer.replace(/\B(?=(\d{3})+$)/g, ',')}` : answer),
    ...more,
  })

export const year = (label: string, more?: TextFieldOptions) =>
  createTextField('year', label, 4, {
    validate: (answer) => !/^(19|20)\d\d$/.test(answer) && `${toLowerCaseLabel(label)} must be a year, such as 2015`,
    ...more,
  })

/** A day (2015-06-30), or as much of one as the certificate tells: a month (2015-06) or a year (2015). */
export const date = (label: string, more?: TextFieldOptions) =>
  createTextField('date', label, 10, {
    validate: (answer) => !isDate(answer) && `${toLowerCaseLabel(label)} must be a date, such as 2015-06-30`,
    format: formatPartialDate,
    ...more,
  })

export const choice = (label: string, options: ChoiceOptions, more?: TextFieldOptions) =>
  createChoiceField(label, () => options, more)

/** A choice whose options follow from the answer to another field of the same entry. */
export const choiceBy = (
  label: string,
  dependsOn: string,
  options: (answer: string) => ChoiceOptions,
  more?: TextFieldOptions,
) =>
  createChoiceField(label, (entry) => options(String(entry[dependsOn] ?? '')), {
    dependsOn,
    ...more,
  })

const createChoiceField = (label: string, optionsFor: (entry: EntryValues) => ChoiceOptions, more?: TextFieldOptions) =>
  createTextField('choice', label, 64, {
    optionsFor,
    validate: (answer, entry) =>
      !Object.hasOwn(optionsFor(entry), answer) && `${toLowerCaseLabel(label)} must be picked from the list`,
    normalize: (answer, entry) => findOptionValue(optionsFor(entry), answer),
    format: (answer, entry) => {
      const options = optionsFor(entry)
      return Object.hasOwn(options, answer) ? (options[answer] ?? answer) : answer
    },
    ...more,
  })

/** Not asked: the answer is always this one, whatever was sent. */
export const constant = (label: string, value: string, shownValue: string) =>
  createTextField('fixed', label, value.length, {
    emptyValue: value,
    optional: true,
    normalize: () => value,
    format: () => shownValue,
  })

/** Links of finished uploads. */
export const files = (label: string, accepts: FileTypes, more: Partial<Field<string[]>> = {}): Field<string[]> => ({
  kind: 'files',
  label,
  max: 10,
  emptyValue: [],
  accepts,
  format: (answer) => answer.map((_, i) => `View File ${i + 1}`).join(', ') || 'No files available',
  ...more,
})

/** A label as it stands inside a sentence; abbreviations keep their capitals. */
export const toLowerCaseLabel = (label: string) => (/^[A-Z]{2,}/.test(label) ? label : label.toLowerCase())

export const isEmpty = (answer: unknown) =>
  answer === undefined ||
  answer === null ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0)

/** Whether the field exists at all, given the answers beside it. */
export const isApplicable = (field: Field, entry: EntryValues) =>
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
function findOptionValue(options: ChoiceOptions, answer: string) {
  if (Object.hasOwn(options, answer)) return answer
  const wanted = answer.trim().toLowerCase()
  const found = Object.entries(options).find(
    ([value, words]) => value.toLowerCase() === wanted || words.toLowerCase() === wanted,
  )
  return found ? found[0] : answer
}
