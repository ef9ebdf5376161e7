// The newest result of each applicant.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { listNames } from '../format/labels.ts'
import { stateOptions } from '../reference-data/states.ts'
import { resultStatuses } from '../staff/results.ts'
import { sittingKinds } from '../staff/sittings.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

export const resultList = describeList({
  name: 'results',
  label: 'Results',
  noun: 'results',
  reading: 'results_listed',
  permission: 'result:read',
  row: z.object({
    id: uuid(),
    kind: z.enum(listNames(sittingKinds)),
    number: z.string(),
    name: z.string(),
    school: z.string(),
    role: z.string(),
    state: z.string(),
    score: z.number(),
    maximum: z.number(),
    remark: z.string().nullable(),
    status: z.enum(listNames(resultStatuses)),
    isPublished: z.boolean(),
    enteredAt: moment,
    enteredBy: z.string(),
  }),
  columns: {
    number: column({ label: 'Application', kind: 'text', filter: 'prefix' }),
    name: column({ label: 'Name', kind: 'text', personal: true }),
    kind: column({ label: 'Kind', kind: 'choice', filter: 'oneOf', options: sittingKinds }),
    school: column({ label: 'School', kind: 'text', filter: 'is' }),
    role: column({ label: 'Role', kind: 'text', filter: 'is' }),
    state: column({ label: 'Home state', kind: 'choice', filter: 'oneOf', options: stateOptions }),
    score: column({ label: 'Score', kind: 'number', sortable: true }),
    maximum: column({ label: 'Of', kind: 'number' }),
    remark: column({ label: 'Remark', kind: 'text' }),
    status: column({ label: 'Status', kind: 'choice', options: resultStatuses }),
    published: column({ label: 'Published', kind: 'flag', filter: 'is' }),
    entered: column({ label: 'Entered', kind: 'day' }),
  },
  defaultColumns: ['number', 'name', 'role', 'kind', 'score', 'maximum', 'remark', 'status', 'published', 'entered'],
  defaultOrder: '-score',
  search: {
    hint: 'Application number or name',
    takes:
      'A whole application number, or a surname or first name or how it begins. What a name finds is in the order of names.',
    isInOrderOfNames: true,
    max: 100,
  },
  exercise: 'current',
  exported: { isNarrowedByRole: true },
})
export type ResultRow = RowOf<typeof resultList>
