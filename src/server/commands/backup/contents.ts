// The members of a backup: `about.json`, the tables in parts, the files by their ids, and `end.json`, without which it is cut short.
import { z } from 'zod'

export const about = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.object({ product: z.array(z.string()), jobs: z.array(z.number()) }),
})
export type About = z.infer<typeof about>

/** The first line of a part; then a row in JSON on each. */
export const partHead = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })

export const end = z.object({
  rows: z.record(z.string(), z.number()),
  files: z.number(),
  /** Files that the database names and the store did not have. */
  missingFiles: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** SHA-256 of each part, in hex; a file's stands in its row. */
  parts: z.record(z.string(), z.string()),
})
export type End = z.infer<typeof end>

export const aboutName = 'about.json'
export const endName = 'end.json'
export const partName = (n: number) => `tables/${String(n).padStart(6, '0')}.ndjson.gz`
export const isPart = (name: string) => name.startsWith('tables/')
export const fileName = (id: string) => `files/${id}`
export const fileIdIn = (name: string) => (name.startsWith('files/') ? name.slice('files/'.length) : null)
