// The members of a backup: `about.json`, the tables in parts, the files by id, and at the end `end.json`. A backup without
// `end.json` is cut short.
import { z } from 'zod'

export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.object({ product: z.array(z.string()), jobs: z.array(z.number()) }),
})
export type BackupManifest = z.infer<typeof manifestSchema>

/** The first line of a part. Each further line is a row in JSON. */
export const partHeaderSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })

export const summarySchema = z.object({
  rows: z.record(z.string(), z.number()),
  files: z.number(),
  /** Files that the database refers to and the store did not have. */
  missingFiles: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** SHA-256 of each part in hex. A file's hash is in its row. */
  parts: z.record(z.string(), z.string()),
})
export type BackupSummary = z.infer<typeof summarySchema>

export const manifestName = 'about.json'
export const summaryName = 'end.json'
export const getPartName = (n: number) => `tables/${String(n).padStart(6, '0')}.ndjson.gz`
export const isPartName = (name: string) => name.startsWith('tables/')
export const getFileName = (id: string) => `files/${id}`
export const parseFileId = (name: string) => /^files\/([\da-f-]{36})$/.exec(name)?.[1] ?? null
