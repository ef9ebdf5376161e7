// Where and when applicants sit a test or an interview.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { listNames } from '../format/labels.ts'
import { stateOptions } from '../reference-data/states.ts'
import { sittingKinds, sittingStates } from '../staff/sittings.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

export const sittingList = describeList({
  name: 'sittings',
  label: 'Sittings',
  noun: 'sittings',
  permission: 'sitting:read',
  row: z.object({
    id: uuid(),
    kind: z.enum(listNames(sittingKinds)),
    label: z.string(),
    venue: z.object({ id: uuid(), name: z.string(), state: z.string(), isStepFree: z.boolean() }),
    reportsAt: moment,
    startsAt: moment,
    endsAt: moment,
    capacity: z.number().int(),
    state: z.enum(listNames(sittingStates)),
    seated: z.number().int(),
  }),
  columns: {
    label: column({ label: 'Batch', kind: 'text' }),
    kind: column({ label: 'Kind', kind: 'choice', filter: 'oneOf', options: sittingKinds }),
    venue: column({ label: 'Venue', kind: 'text', filter: 'is', takes: 'The id of a venue.' }),
    place: column({ label: 'State of the venue', kind: 'choice', filter: 'oneOf', options: stateOptions }),
    starts: column({ label: 'Starts', kind: 'day', filter: 'between', sortable: true }),
    reports: column({ label: 'Report at', kind: 'day' }),
    capacity: column({ label: 'Capacity', kind: 'number' }),
    seated: column({ label: 'Seated', kind: 'number' }),
    state: column({ label: 'State', kind: 'choice', filter: 'oneOf', options: sittingStates }),
  },
  defaultColumns: ['label', 'kind', 'venue', 'starts', 'reports', 'capacity', 'seated', 'state'],
  defaultOrder: 'starts',
  search: { hint: 'A part of the batch or of the venue', takes: 'A part of the batch or of the venue.', max: 120 },
  exercise: 'current',
  exported: { isNarrowedByRole: false },
})
export type ListedSitting = RowOf<typeof sittingList>
