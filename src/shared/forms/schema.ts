// Schemas from the description: what a half-filled draft may hold, and what may be submitted.
import { z } from 'zod'
import { type Entry, type Field, isAsked, isBlank, type Kind } from './field.ts'
import type { AnswersOf, Fields, Section, Sections } from './section.ts'
import { complaintsAbout } from './validation.ts'

type SchemaOf<T = unknown> = (field: Field) => z.ZodType<T, unknown>

const line = ({ label, max }: Field) =>
  z.string(`${label} must be text.`).trim().max(max, `${label} must be at most ${max} characters.`)

/** Numbers are welcome where only digits are asked for. */
const digits: SchemaOf = (field) => z.union([line(field), z.number().transform(String).pipe(line(field))])

/** Three spellings come in: a list of links, one link, several joined by commas; a list goes on. */
const links: SchemaOf = ({ label, max }) =>
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

const schemas: Record<Kind, SchemaOf> = {
  text: line,
  paragraph: line,
  email: line,
  phone: digits,
  amount: digits,
  year: digits,
  date: line,
  choice: line,
  files: links,
  fixed: ({ blank }) => z.unknown().transform(() => blank),
}

const orBlank = (schema: z.ZodType, blank: unknown) => schema.nullish().transform((answer) => answer ?? blank)

const fieldSchema = (field: Field) => orBlank(schemas[field.kind](field), field.blank)

function itemSchema(fields: Fields) {
  const named = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldSchema(field)]))
  const aliases = Object.values(fields).flatMap(({ aliases = [] }) => aliases.filter((alias) => !(alias in fields)))
  const aliased = Object.fromEntries(aliases.map((alias) => [alias, z.unknown().optional()]))
  return z
    .strictObject({ ...named, ...aliased })
    .transform((item, context) =>
      tidied(fields, item, (key, message) => context.addIssue({ code: 'custom', message, path: [key] })),
    )
}

/** Aliases read, spellings made canonical, and answers to questions that were not asked dropped. */
function tidied(fields: Fields, item: Entry, complain: (key: string, message: string) => void) {
  const named: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(fields)) {
    named[key] = item[key]
    if (!isBlank(item[key])) continue
    const alias = field.aliases?.find((name) => !(name in fields) && !isBlank(item[name]))
    if (!alias) continue
    const read = fieldSchema(field).safeParse(item[alias])
    if (read.success) named[key] = read.data
    else complain(alias, read.error.issues[0]?.message ?? `${field.label} can't be read.`)
  }
  for (const [key, field] of Object.entries(fields)) {
    if (!isAsked(field, named)) named[key] = field.blank
    else if (field.tidy) named[key] = field.tidy(named[key], named)
  }
  return named
}

function sectionSchema(section: Section): z.ZodType {
  switch (section.shape) {
    case 'single':
      return fieldSchema(section.field)
    case 'group':
      return z.preprocess((answer) => answer ?? {}, itemSchema(section.fields))
    case 'list': {
      const { max, title } = section
      const tooMany =
        max === section.min ? `${title}: exactly ${max} are asked for.` : `${title}: at most ${max} entries.`
      return orBlank(z.array(itemSchema(section.fields)).max(max, tooMany), [])
    }
  }
}

/**
 * Shape only, blanks allowed: what autosave may hold. A section that is absent comes out blank, the names in `ignored`
 * may be sent and are dropped, any other name is refused.
 */
export const draftSchema = <S extends Sections>(sections: S, ignored: readonly string[] = []) =>
  z
    .strictObject({
      ...Object.fromEntries(ignored.map((name) => [name, z.unknown().optional()])),
      ...Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, sectionSchema(section)])),
    })
    .transform(
      (document) => Object.fromEntries(Object.keys(sections).map((name) => [name, document[name]])) as AnswersOf<S>,
    )

/** What may be submitted: a draft about which there are no complaints. */
export const completeSchema = <S extends Sections>(sections: S, ignored: readonly string[] = []) =>
  draftSchema(sections, ignored).superRefine((answers, context) => {
    for (const [path, message] of complaintsAbout(sections, answers))
      context.addIssue({ code: 'custom', message, path: path.split('.') })
  })
