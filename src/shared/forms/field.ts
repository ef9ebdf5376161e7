// A field describes one question completely: its control, its limits, its validation and how its answer is formatted.

import type { FileTypeGroup } from './file-types.ts'
import { groupThousands } from './group-thousands.ts'
import { formatPartialDate, isAfterToday } from './partial-date.ts'

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

/** Stored value → label. */
export type ChoiceOptions = Readonly<Record<string, string>>

/** All answers of one entry, for fields that depend on each other. */
export type EntryValues = Readonly<Record<string, unknown>>

/** Methods instead of function properties: so any Field is assignable to Field<unknown>. */
export interface Field<V = unknown> {
  readonly kind: FieldKind
  readonly label: string
  readonly hint?: string
  readonly emptyValue: V
  /** Limit: characters of a text, or number of files. */
  readonly max: number
  readonly optional?: boolean
  /** The field applies only while another field of the entry has this answer. */
  readonly onlyWhen?: { readonly field: string; readonly is: string }
  /** The field whose answer decides the options; changing it clears this one. */
  readonly dependsOn?: string
  /** Names of this answer in older documents. */
  readonly aliases?: readonly string[]
  readonly autocomplete?: string
  /** The file types of an upload. */
  readonly accepts?: FileTypeGroup
  optionsFor?(entry: EntryValues): ChoiceOptions
  /** What is wrong with an answer that is not empty, as the end of a sentence; false when it is valid. */
  validate?(answer: V, entry: EntryValues): string | false
  /** The answer in its canonical spelling. */
  normalize?(answer: V, entry: EntryValues): V
  /** The answer as people read it. */
  format(answer: V, entry: EntryValues): string
}

type TextFieldSettings = Partial<Field<string>>

const createTextField = (
  kind: FieldKind,
  label: string,
  max: number,
  settings: TextFieldSettings = {},
): Field<string> => ({
  kind,
  label,
  max,
  emptyValue: '',
  format: (answer) => answer,
  ...settings,
})

export const text = (label: string, settings?: TextFieldSettings) => createTextField('text', label, 255, settings)

export const paragraph = (label: string, max: number, settings?: TextFieldSettings) =>
  createTextField('paragraph', label, max, settings)

export const email = (label: string, settings?: TextFieldSettings) =>
  createTextField('email', label, 254, {
    autocomplete: 'email',
    validate: (answer) => !isEmail(answer) && 'must have a valid email format',
    ...settings,
  })

export const phone = (label: string, settings?: TextFieldSettings) =>
  createTextField('phone', label, 11, {
    autocomplete: 'tel-national',
    validate: (answer) => !/^\d{1,11}$/.test(answer) && `${toLowerCaseLabel(label)} must be digits only, at most 11`,
    ...settings,
  })

/** Whole naira, digits only. */
export const amount = (label: string, settings?: TextFieldSettings) =>
  createTextField('amount', label, 15, {
    validate: (answer) => !/^\d+$/.test(answer) && `${toLowerCaseLabel(label)} must be digits only, such as 1250000`,
    format: (answer) => (/^\d+$/.test(answer) ? `₦${groupThousands(answer)}` : answer),
    ...settings,
  })

export const year = (label: string, settings?: TextFieldSettings) =>
  createTextField('year', label, 4, {
    validate: (answer) => !/^(19|20)\d\d$/.test(answer) && `${toLowerCaseLabel(label)} must be a year, such as 2015`,
    ...settings,
  })

/** A day (2015-06-30), or only the month (2015-06) or the year (2015) if no more is known. */
export const date = (label: string, settings?: TextFieldSettings) =>
  createTextField('date', label, 10, {
    validate: (answer) => !isDate(answer) && `${toLowerCaseLabel(label)} ${dateWanted}`,
    format: formatPartialDate,
    ...settings,
  })

/** A date that lies behind, such as that of an award. */
export const pastDate = (label: string, settings?: TextFieldSettings) =>
  date(label, {
    validate(answer) {
      if (!isDate(answer)) return `${toLowerCaseLabel(label)} ${dateWanted}`
      return isAfterToday(answer) && `${toLowerCaseLabel(label)} can't be in the future`
    },
    ...settings,
  })

/** As the form's three boxes ask for it. */
const dateWanted = 'must be a day, month and year such as 30 6 2015, or the year alone'

export const choice = (label: string, options: ChoiceOptions, settings?: TextFieldSettings) =>
  createChoiceField(label, () => options, settings)

/** A choice whose options depend on another field of the same entry. */
export const choiceBy = (
  label: string,
  dependsOn: string,
  options: (answer: string) => ChoiceOptions,
  settings?: TextFieldSettings,
) =>
  createChoiceField(label, (entry) => options(String(entry[dependsOn] ?? '')), {
    dependsOn,
    ...settings,
  })

const createChoiceField = (
  label: string,
  optionsFor: (entry: EntryValues) => ChoiceOptions,
  settings?: TextFieldSettings,
) =>
  createTextField('choice', label, 64, {
    optionsFor,
    validate: (answer, entry) =>
      !Object.hasOwn(optionsFor(entry), answer) && `${toLowerCaseLabel(label)} must be picked from the list`,
    normalize: (answer, entry) => findOptionValue(optionsFor(entry), answer),
    format: (answer, entry) => {
      const options = optionsFor(entry)
      return Object.hasOwn(options, answer) ? (options[answer] ?? answer) : answer
    },
    ...settings,
  })

/** Cannot be edited: the answer is always this value, whatever was sent. */
export const constant = (label: string, value: string, displayText: string) =>
  createTextField('fixed', label, value.length, {
    emptyValue: value,
    optional: true,
    normalize: () => value,
    format: () => displayText,
  })

/** Addresses of finished uploads. */
export const filesField = (
  label: string,
  accepts: FileTypeGroup,
  settings: Partial<Field<string[]>> = {},
): Field<string[]> => ({
  kind: 'files',
  label,
  max: 10,
  emptyValue: [],
  accepts,
  format: (answer) => answer.map((_, i) => `View File ${i + 1}`).join(', ') || 'No files available',
  ...settings,
})

/** The label for the middle of a sentence; abbreviations stay in upper case. */
export const toLowerCaseLabel = (label: string) => (/^[A-Z]{2,}/.test(label) ? label : label.toLowerCase())

export const isEmpty = (answer: unknown) =>
  answer === undefined ||
  answer === null ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0)

/** Whether the field applies, given the other answers of its entry. */
export const isApplicable = (field: Field, entry: EntryValues) =>
  !field.onlyWhen || entry[field.onlyWhen.field] === field.onlyWhen.is

/** One @, no spaces or control characters, and a dot in the domain. */
export const isEmail = (answer: string) =>
  answer.length <= 254 &&
  /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}.]+(\.[^\s@,;:<>()[\]"\\\p{Cc}.]+)+$/u.test(answer)

function isDate(answer: string) {
  const match = /^((?:19|20)\d\d)(?:-(\d\d)(?:-(\d\d))?)?$/.exec(answer)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)]
  const date = new Date(Date.UTC(year, month - 1, day))
  // A day that the month does not have is one of another month.
  return date.getUTCMonth() === month - 1
}

// Other programs may send the label of an option, or its value in another case.
function findOptionValue(options: ChoiceOptions, answer: string) {
  if (Object.hasOwn(options, answer)) return answer
  const wanted = answer.trim().toLowerCase()
  const found = Object.entries(options).find(
    ([value, label]) => value.toLowerCase() === wanted || label.toLowerCase() === wanted,
  )
  return found ? found[0] : answer
}
