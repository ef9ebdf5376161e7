import { z } from 'zod'

/** How many errors of an uploaded list an answer has. */
export const listedListErrors = 1_000

/** What is wrong with an uploaded list. */
export const listError = z.object({
  line: z.number().int().describe('As in the file, counted from 1.'),
  column: z.string().describe('The heading; empty when the error concerns the whole line.'),
  reason: z.string(),
})

export const listErrorFields = {
  errors: z.array(listError).describe(`By line; at most ${listedListErrors}.`),
  moreErrors: z.boolean(),
}
