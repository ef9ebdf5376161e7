// The files that answers refer to: their ids, and whether each field may refer to them.
import type { FieldError } from '#server/platform/app-error.ts'
import { getFileId, getFileUrl } from '#shared/api/calls.ts'
import { type Answers, sections } from '#shared/application/sections.ts'
import type { EntryValues } from '#shared/forms/field.ts'
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

/** Changes every link to one of our files into its one spelling, `/api/v1/files/{id}`. */
export function normalizeFileLinks(answers: Answers, publicUrl: string): Answers {
  const normalizeLink = (link: unknown) => {
    const id = getFileId(String(link), publicUrl)
    return id ? getFileUrl(id) : link
  }
  const entries = Object.entries(answers).map(([name, answer]) => [
    name,
    mapEntries(sections[name as keyof Answers], answer, (fields, entry) => mapFileLinks(fields, entry, normalizeLink)),
  ])
  return Object.fromEntries(entries) as Answers
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
  for (const [name, section] of Object.entries(sections) as [keyof Answers, Section][]) {
    mapEntries(section, answers[name], (fields, entry, index) => {
      for (const [key, { kind, accepts = 'documents' }] of Object.entries(fields)) {
        if (kind !== 'files') continue
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

const mapFileLinks = (fields: Fields, entry: EntryValues, mapLink: (link: unknown) => unknown): EntryValues =>
  Object.fromEntries(
    Object.entries(entry).map(([key, answer]) => [
      key,
      fields[key]?.kind === 'files' ? (answer as unknown[]).map(mapLink) : answer,
    ]),
  )

/** The answer with each of its entries changed. A single answer is passed as an entry with one field. */
function mapEntries(
  section: Section,
  answer: unknown,
  change: (fields: Fields, entry: EntryValues, index?: number) => EntryValues,
): unknown {
  switch (section.shape) {
    case 'single':
      return change({ answer: section.field }, { answer }).answer
    case 'group':
      return change(section.fields, answer as EntryValues)
    case 'list':
      return (answer as EntryValues[]).map((entry, index) => change(section.fields, entry, index))
  }
}
