// Batches by which decisions become visible to applicants.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import {
  maxPublicationTitle,
  publicationKindNames,
  publicationKinds,
  publicationStateNames,
  publicationStates,
} from '../decisions/publications.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

const person = z.object({ id: z.string(), name: z.string() })

export const publicationList = describeList({
  name: 'publications',
  label: 'Publications',
  noun: 'publications',
  permission: 'publication:read',
  row: z.object({
    id: uuid(),
    exercise: z.number().int(),
    kind: z.enum(publicationKindNames),
    title: z.string(),
    state: z.enum(publicationStateNames),
    version: z.number().int(),
    items: z.number().int().nonnegative(),
    madeBy: person,
    madeAt: moment,
    proposedBy: person.nullable(),
    approvedBy: person.nullable(),
    approvedAt: moment.nullable(),
    publishAt: moment.nullable().describe('Null: as soon as it is approved.'),
    publishedAt: moment.nullable(),
  }),
  columns: {
    title: column({ label: 'Title', kind: 'text' }),
    kind: column({ label: 'What', kind: 'choice', filter: 'oneOf', options: publicationKinds }),
    state: column({ label: 'State', kind: 'choice', filter: 'oneOf', options: publicationStates }),
    items: column({ label: 'Applications', kind: 'number' }),
    made: column({ label: 'Made', kind: 'day', sortable: true }),
    approved: column({ label: 'Approved', kind: 'day' }),
    published: column({ label: 'Published', kind: 'day' }),
  },
  defaultColumns: ['title', 'kind', 'state', 'items', 'made', 'approved', 'published'],
  defaultOrder: '-made',
  search: { hint: 'A part of the title', takes: 'A part of the title.', max: maxPublicationTitle },
  exercise: 'current',
  furtherFilters: {
    by: z
      .enum(['others'])
      .optional()
      .describe('Made and proposed by other people, so that the reader can approve them.'),
  },
  furtherLabels: { by: () => 'Proposed by others' },
  exported: { isNarrowedByRole: true },
})
export type ListedPublication = RowOf<typeof publicationList>
