// A schema of what a submission must contain, for readers: rules about several answers, and dates that must lie behind,
// are checked by validation.ts alone.
import { z } from 'zod'
import type { Field, FieldKind } from './field.ts'
import type { Fields, Section, Sections } from './section.ts'

type CreateAnswerSchema = (field: Field) => z.ZodType

const createText: CreateAnswerSchema = ({ max }) => z.string().min(1).max(max)
const createPattern =
  (pattern: RegExp): CreateAnswerSchema =>
  ({ max }) =>
    z.string().regex(pattern).max(max)

const answerSchemas: Record<FieldKind, CreateAnswerSchema> = {
  text: createText,
  paragraph: createText,
  email: ({ max }) => z.email().max(max),
  phone: createPattern(/^\d{1,11}$/),
  amount: createPattern(/^\d+$/),
  year: createPattern(/^(19|20)\d\d$/),
  date: createPattern(/^\d{4}(-\d{2}){0,2}$/),
  choice(field) {
    // The options depend on another answer.
    if (field.dependsOn) return createText(field)
    return z.enum(Object.keys(field.optionsFor?.({}) ?? {}))
  },
  files: ({ max }) => z.array(z.string().max(300)).min(1).max(max),
  fixed: () => z.unknown(),
}

const isRequired = ({ kind, optional, onlyWhen }: Field) => kind !== 'fixed' && !optional && !onlyWhen

/** An answer that may be missing may also be empty. */
function createAnswerSchema(field: Field): z.ZodType {
  const schema = answerSchemas[field.kind](field).describe(field.label)
  if (isRequired(field)) return schema
  if (field.kind === 'fixed') return schema.optional()
  const empty = field.kind === 'files' ? z.tuple([]) : z.literal('')
  return z.union([schema, empty]).nullish()
}

const createFieldsSchema = (fields: Fields) =>
  z.strictObject(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, createAnswerSchema(field)])))

function createSectionSchema(section: Section): z.ZodType {
  switch (section.shape) {
    case 'single':
      return createAnswerSchema(section.field)
    case 'group': {
      const schema = createFieldsSchema(section.fields)
      return Object.values<Field>(section.fields).some(isRequired) ? schema : schema.nullish()
    }
    case 'list': {
      const schema = z.array(createFieldsSchema(section.fields)).min(section.min).max(section.max)
      return section.min > 0 ? schema : schema.nullish()
    }
  }
}

/** @param ignored names that may be sent and are not read */
export const createRequiredSchema = (sections: Sections, ignored: readonly string[]): z.ZodType =>
  z.strictObject({
    ...Object.fromEntries(ignored.map((name) => [name, z.unknown().optional()])),
    ...Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, createSectionSchema(section)])),
  })
