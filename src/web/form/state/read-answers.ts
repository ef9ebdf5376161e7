// Answers out of what was stored somewhere: merged over blanks, and never more than the form can hold.
import type { Entry, Field } from '#shared/forms/field.ts'
import { type AnswersOf, blankAnswer, type Fields, type Section, type Sections } from '#shared/forms/section.ts'

/** Answers for every section; whatever is missing or of another shape comes out blank. Throws nothing. */
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
      return readItem(section.fields, stored)
    case 'list':
      if (!Array.isArray(stored)) return blankAnswer(section)
      return stored.slice(0, section.max).map((item) => readItem(section.fields, item))
  }
}

const readItem = (fields: Fields, stored: unknown): Entry =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, readField(field, isRecord(stored) ? stored[key] : null)]),
  )

function readField(field: Field, stored: unknown): unknown {
  if (field.kind === 'fixed') return field.blank
  if (field.kind === 'files')
    return Array.isArray(stored) ? stored.filter((link) => typeof link === 'string').slice(0, field.max) : field.blank
  return typeof stored === 'string' ? stored.slice(0, field.max) : field.blank
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
