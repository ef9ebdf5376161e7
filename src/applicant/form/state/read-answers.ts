// Parses stored answers: merged over empty answers, and cut to what the form can hold.
import type { EntryValues, Field } from '#shared/forms/field.ts'
import { type AnswersOf, createEmptyAnswer, type Fields, type Section, type Sections } from '#shared/forms/section.ts'

/** Answers for every section; what is missing or of another shape comes out empty. Never throws. */
export const readAnswers = <S extends Sections>(sections: S, stored: unknown): AnswersOf<S> =>
  Object.fromEntries(
    Object.entries(sections).map(([name, section]) => [
      name,
      readSection(section, isRecord(stored) ? stored[name] : null),
    ]),
  ) as AnswersOf<S>

function readSection(section: Section, stored: unknown): unknown {
  switch (section.shape) {
    case 'single':
      return readField(section.field, stored)
    case 'group':
      return readEntry(section.fields, stored)
    case 'list':
      if (!Array.isArray(stored)) return createEmptyAnswer(section)
      return stored.slice(0, section.max).map((entry) => readEntry(section.fields, entry))
  }
}

const readEntry = (fields: Fields, stored: unknown): EntryValues =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, readField(field, isRecord(stored) ? stored[key] : null)]),
  )

function readField(field: Field, stored: unknown): unknown {
  if (field.kind === 'fixed') return field.emptyValue
  if (field.kind === 'files')
    return Array.isArray(stored)
      ? stored.filter((link) => typeof link === 'string').slice(0, field.max)
      : field.emptyValue
  return typeof stored === 'string' ? stored.slice(0, field.max) : field.emptyValue
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
