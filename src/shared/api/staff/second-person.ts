import { z } from 'zod'

export const isSecondPerson = z
  .boolean()
  .describe('Whether the reader counts as another person than those whose work it is, and so could approve it.')
