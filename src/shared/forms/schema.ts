// Two schemas from one description: what a draft may contain, and what may be submitted.
import { z } from 'zod'
import { type EntryValues, type Field, type FieldKind, isApplicable, isEmpty } from './field.ts'
import { type AnswersOf, type Fields, isEmptyEntry, type Section, type Sections } from './section.ts'
import { validateSections } from './validation.ts'

type CreateSchema<T = unknown> = (field: Field) => z.ZodType<T, unknown>

const createTextSchema = ({ label, max }: Field) =>
  z.string(`${label} must be text.`).trim().max(max, `${label} must be at most ${max} characters.`)

/** Also accepts JSON numbers. */
const createDigitsSchema: CreateSchema = (field) =>
  z.union([createTextSchema(field), z.number().transform(String).pipe(createTextSchema(field))])

/** Accepts a list of links, one link, or several joined by commas; always returns a list. */
const createFileLinksSchema: CreateSchema = ({ label, max }) =>
  z
    .union([
      z.array(z.string().max(300)),
      z
        .string()
        .max(300 * max)
        .transform((joined) =>
          joined
            .split(',')
            .map((link) => link.trim())
            .filter((link) => link !== ''),
        ),
    ])
    .refine((list) => list.length <= max, `${label}: at most ${max} files.`)

const schemaCreators: Record<FieldKind, CreateSchema> = {
  text: createTextSchema,
  paragraph: createTextSchema,
  email: createTextSchema,
  phone: createDigitsSchema,
  amount: createDigitsSchema,
  year: createDigitsSchema,
  date: createTextSchema,
  choice: createTextSchema,
  files: createFileLinksSchema,
  fixed: ({ emptyValue }) => z.unknown().transform(() => emptyValue),
}

const withEmptyValue = (schema: z.ZodType, emptyValue: unknown) =>
  schema.nullish().transform((answer) => answer ?? emptyValue)

const createFieldSchema = (field: Field) => withEmptyValue(schemaCreators[field.kind](field), field.emptyValue)

function createEntrySchema(fields: Fields) {
  // Empty answers are filled in by `normalizeEntry`: a transformation for each field would cost as much as its check.
  const fieldSchemas = Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, schemaCreators[field.kind](field).nullish()]),
  )
  const aliases = Object.values(fields).flatMap(({ aliases = [] }) => aliases)
  const aliasSchemas = Object.fromEntries(aliases.map((alias) => [alias, z.unknown().optional()]))
  return z
    .strictObject({ ...fieldSchemas, ...aliasSchemas })
    .transform((entry, context) =>
      normalizeEntry(fields, entry, (key, message) => context.addIssue({ code: 'custom', message, path: [key] })),
    )
}

/** Reads aliases, makes spellings canonical and clears fields that do not apply. */
function normalizeEntry(fields: Fields, entry: EntryValues, addError: (key: string, message: string) => void) {
  const normalized: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(fields)) {
    normalized[key] = entry[key] ?? field.emptyValue
    if (!isEmpty(normalized[key])) continue
    const alias = field.aliases?.find((name) => !isEmpty(entry[name]))
    if (!alias) continue
    const result = createFieldSchema(field).safeParse(entry[alias])
    if (result.success) normalized[key] = result.data
    else addError(alias, result.error.issues[0]?.message ?? `${field.label} can't be read.`)
  }
  for (const [key, field] of Object.entries(fields)) {
    if (!isApplicable(field, normalized)) normalized[key] = field.emptyValue
    else if (field.normalize) normalized[key] = field.normalize(normalized[key], normalized)
  }
  return normalized
}

function createSectionSchema(section: Section): z.ZodType {
  switch (section.shape) {
    case 'single':
      return createFieldSchema(section.field)
    case 'group':
      return z.preprocess((answer) => answer ?? {}, createEntrySchema(section.fields))
    case 'list': {
      const { max, title } = section
      const tooMany =
        max === section.min ? `${title}: exactly ${max} are asked for.` : `${title}: at most ${max} entries.`
      return withEmptyValue(z.array(createEntrySchema(section.fields)).max(max, tooMany), [])
    }
  }
}

/**
 * The schema of a draft, with any field empty. Missing sections become empty, names in `ignored` are dropped, and any other
 * name is refused.
 */
export const createDraftSchema = <S extends Sections>(sections: S, ignored: readonly string[] = []) =>
  z
    .strictObject({
      ...Object.fromEntries(ignored.map((name) => [name, z.unknown().optional()])),
      ...Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, createSectionSchema(section)])),
    })
    .transform(
      (document) => Object.fromEntries(Object.keys(sections).map((name) => [name, document[name]])) as AnswersOf<S>,
    )

/** The schema of a submission: a draft without validation errors, and without the entries that nobody filled in. */
export const createSubmissionSchema = <S extends Sections>(sections: S, ignored: readonly string[] = []) =>
  createDraftSchema(sections, ignored)
    .superRefine((answers, context) => {
      // Before any entry is dropped, so that errors name the entries by the numbers they were sent with.
      for (const [path, message] of validateSections(sections, answers))
        context.addIssue({ code: 'custom', message, path: path.split('.') })
    })
    .transform((answers) => dropEmptyEntries(sections, answers))

/** An entry without any answer was added by mistake: the form drops it, too. In a required list it is refused before. */
const dropEmptyEntries = <S extends Sections>(sections: S, answers: AnswersOf<S>) =>
  Object.fromEntries(
    Object.entries<Section>(sections).map(([name, section]) => {
      const answer: unknown = answers[name]
      if (section.shape !== 'list') return [name, answer]
      return [name, (answer as EntryValues[]).filter((entry) => !isEmptyEntry(section.fields, entry))]
    }),
  ) as AnswersOf<S>
