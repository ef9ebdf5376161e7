// The files that answers refer to: their ids, and whether each field may refer to them.
import type { FieldError } from '#server/app-error.ts'
import { getFileId, getFileUrl } from '#shared/api/applicant/calls.ts'
import { type Answers, sections } from '#shared/application/sections.ts'
import type { EntryValues, Field } from '#shared/forms/field.ts'
import { type FileTypeGroup, fileMessages, fileTypeGroups } from '#shared/forms/file-types.ts'
import type { Fields, Section } from '#shared/forms/section.ts'
import type { AttachedUpload } from './store.ts'

interface FileField {
  path: string
  /** The entry in error messages: "Publication 2". */
  entry: string
  accepts: FileTypeGroup
  links: readonly string[]
}

interface FileSection {
  name: keyof Answers
  section: Section
  fields: (readonly [key: string, field: Field])[]
}

/** The sections that ask for files, with the fields that do. A single answer counts as an entry with one field. */
const fileSections: FileSection[] = Object.entries<Section>(sections).flatMap(([name, section]) => {
  const all: Fields = section.shape === 'single' ? { answer: section.field } : section.fields
  const fields = Object.entries(all).filter(([, { kind }]) => kind === 'files')
  return fields.length > 0 ? [{ name: name as keyof Answers, section, fields }] : []
})

/** Changes every link to one of our files into its one spelling, `/api/v1/files/{id}`. */
export function normalizeFileLinks(answers: Answers, publicUrl: string): Answers {
  const normalizeLink = (link: string) => {
    const id = getFileId(link, publicUrl)
    return id ? getFileUrl(id) : link
  }
  const normalized: Record<string, unknown> = { ...answers }
  for (const { name, section, fields } of fileSections) {
    const normalizeEntry = (entry: EntryValues) => {
      const links = fields.map(([key]) => [key, (entry[key] as string[]).map(normalizeLink)])
      return { ...entry, ...Object.fromEntries(links) }
    }
    normalized[name] = mapEntries(section, answers[name], normalizeEntry)
  }
  return normalized as Answers
}

export const findFileIds = (answers: Answers): string[] => [
  ...new Set(findFileFields(answers).flatMap(({ links }) => links.flatMap((link) => getFileId(link) ?? []))),
]

/**
 * Returns one error for each field with a link that it may not have.
 * @param uploads of the applicant
 */
export function validateFileLinks(answers: Answers, uploads: readonly AttachedUpload[]): FieldError[] {
  const byId = new Map(uploads.map((upload) => [upload.id, upload]))
  return findFileFields(answers).flatMap(({ path, entry, accepts, links }) => {
    const types: readonly string[] = fileTypeGroups[accepts]
    const linked = links.map((link) => byId.get(getFileId(link) ?? ''))
    if (linked.includes(undefined))
      return [{ path, message: `${entry}: a file is not among your uploads. Remove it and choose it again.` }]
    if (linked.some((upload) => upload?.scan === 'infected'))
      return [{ path, message: `${entry}: a file carries a virus. Remove it and choose another one.` }]
    if (!linked.every((upload) => upload && types.includes(upload.type)))
      return [{ path, message: `${entry}: ${fileMessages.wrongType(accepts)}` }]
    return []
  })
}

function findFileFields(answers: Answers): FileField[] {
  const fileFields: FileField[] = []
  for (const { name, section, fields } of fileSections) {
    mapEntries(section, answers[name], (entry, index) => {
      for (const [key, { accepts = 'documents' }] of fields) {
        const path = [name, index, section.shape === 'single' ? undefined : key]
        fileFields.push({
          path: path.filter((part) => part !== undefined).join('.'),
          entry: section.shape === 'list' ? `${section.noun} ${(index ?? 0) + 1}` : section.title,
          accepts,
          links: entry[key] as string[],
        })
      }
      return entry
    })
  }
  return fileFields
}

/** The answer with each of its entries changed. */
function mapEntries(
  { shape }: Section,
  answer: unknown,
  change: (entry: EntryValues, index?: number) => EntryValues,
): unknown {
  switch (shape) {
    case 'single':
      return change({ answer }).answer
    case 'group':
      return change(answer as EntryValues)
    case 'list':
      return (answer as EntryValues[]).map((entry, index) => change(entry, index))
  }
}
