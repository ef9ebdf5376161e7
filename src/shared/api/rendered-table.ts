import { z } from 'zod'

const cell = z.union([z.string(), z.object({ text: z.string(), files: z.array(z.string()) })])

/** A section of the form as it was submitted. */
export const renderedTable = z.object({
  name: z.string(),
  title: z.string(),
  layout: z.enum(['grid', 'facts']),
  headings: z.array(z.string()),
  rows: z.array(z.array(cell)),
  none: z.string(),
})
