// The links of a document to uploads: where they stand, in which spelling, and whether they may stand there.
import type { FieldError } from '#server/platform/api/app-error.ts'
import { fileIdOf, fileUrl } from '#shared/api/calls.ts'
import { type Answers, sections } from '#shared/application/sections.ts'
import type { Entry, FileTypes } from '#shared/forms/field.ts'
import type { Fields, Section } from '#shared/forms/section.ts'
import type { Upload } from './store.ts'

/** One field's links, with where it is and how a sentence names its entry. */
interface Attachment {
  path: string
  entry: string
  accepts: FileTypes
  links: readonly string[]
}

const documents = ['image/jpeg', 'image/png', 'application/pdf']
const word = ['application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']

const accepted: Record<FileTypes, { types: readonly string[]; words: string }> = {
  documents: { types: documents, words: 'JPEG, PNG or PDF' },
  documentsAndWord: { types: [...documents, ...word], words: 'JPEG, PNG, PDF, DOC or DOCX' },
}

/** The same answers with every link to one of our files in its one spelling: `/api/v1/files/{id}`. */
export function withPlainLinks(answers: Answers, publicUrl: string): Answers {
  const plain = (link: unknown) => {
    const id = fileIdOf(String(link), publicUrl)
    return id ? fileUrl(id) : link
  }
  const rewritten = Object.entries(answers).map(([name, answer]) => [
    name,
    mapEntries(sections[name as keyof Answers], answer, (fields, entry) => rewriteFiles(fields, entry, plain)),
  ])
  return Object.fromEntries(rewritten) as Answers
}

/** The ids of all files that the answers name. */
export const filesIn = (answers: Answers): string[] => [
  ...new Set(attachmentsIn(answers).flatMap(({ links }) => links.flatMap((link) => fileIdOf(link) ?? []))),
]

/**
 * What is wrong with the links, a sentence for each field.
 * @param uploads the applicant's finished ones
 */
export function linkComplaints(answers: Answers, uploads: readonly Upload[]): FieldError[] {
  const byId = new Map(uploads.map((upload) => [upload.id, upload]))
  return attachmentsIn(answers).flatMap(({ path, entry, accepts, links }) => {
    const { types, words } = accepted[accepts]
    const found = links.map((link) => byId.get(fileIdOf(link) ?? ''))
    if (found.includes(undefined))
      return [{ path, message: `${entry}: a file is not among your uploads. Remove it and choose it again.` }]
    if (found.some((upload) => upload?.scan === 'infected'))
      return [{ path, message: `${entry}: a file carries a virus. Remove it and choose another one.` }]
    if (!found.every((upload) => upload && types.includes(upload.type)))
      return [{ path, message: `${entry}: File type must be ${words}.` }]
    return []
  })
}

function attachmentsIn(answers: Answers): Attachment[] {
  const found: Attachment[] = []
  for (const [name, section] of Object.entries(sections) as [keyof Answers, Section][]) {
    mapEntries(section, answers[name], (fields, entry, index) => {
      for (const [key, { kind, accepts = 'documents' }] of Object.entries(fields)) {
        if (kind !== 'files') continue
        const place = [name, index, section.shape === 'single' ? undefined : key]
        found.push({
          path: place.filter((part) => part !== undefined).join('.'),
          entry: section.shape === 'list' ? `${section.noun} ${(index ?? 0) + 1}` : section.title,
          accepts,
          links: entry[key] as string[],
        })
      }
      return entry
    })
  }
  return found
}

const rewriteFiles = (fields: Fields, entry: Entry, rewrite: (link: unknown) => unknown): Entry =>
  Object.fromEntries(
    Object.entries(entry).map(([key, answer]) => [
      key,
      fields[key]?.kind === 'files' ? (answer as unknown[]).map(rewrite) : answer,
    ]),
  )

/** The answer with each of its entries changed; a single answer passes as an entry with one field. */
function mapEntries(
  section: Section,
  answer: unknown,
  change: (fields: Fields, entry: Entry, index?: number) => Entry,
): unknown {
  switch (section.shape) {
    case 'single':
      return change({ answer: section.field }, { answer }).answer
    case 'group':
      return change(section.fields, answer as Entry)
    case 'list':
      return (answer as Entry[]).map((entry, index) => change(section.fields, entry, index))
  }
}
