// Who has an interest in which case, and may therefore not work on it.

import { z } from 'zod'
import { listNames } from '#shared/format/labels.ts'
import { uuid } from '#shared/format/uuid.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

const person = z.object({ id: z.string(), name: z.string() })

export const recusalStates = { active: 'In force', ended: 'Ended' } as const

export const recusalList = describeList({
  name: 'recusals',
  label: 'Recusals',
  noun: 'recusals',
  reading: 'recusals_listed',
  permission: 'application:assign',
  row: z.object({
    id: uuid(),
    number: z.string(),
    name: z.string().describe('Of the applicant.'),
    school: z.string(),
    person: person.describe('Who sees nothing of the case.'),
    reason: z.string(),
    state: z.enum(listNames(recusalStates)),
    madeBy: person,
    madeAt: moment,
    endedBy: person.nullable(),
    endedAt: moment.nullable(),
  }),
  columns: {
    made: column({ label: 'Since', kind: 'day', filter: 'between', sortable: true }),
    person: column({ label: 'Person', kind: 'text', filter: 'is', takes: 'The id of a staff member.' }),
    number: column({ label: 'Application', kind: 'text', filter: 'is', takes: 'The number of an application.' }),
    name: column({ label: 'Applicant', kind: 'text', personal: true }),
    school: column({ label: 'School', kind: 'text', filter: 'is' }),
    reason: column({ label: 'Reason', kind: 'text' }),
    state: column({ label: 'State', kind: 'choice', filter: 'oneOf', options: recusalStates }),
    madeBy: column({ label: 'Stated by', kind: 'text' }),
    ended: column({ label: 'Ended', kind: 'day' }),
  },
  defaultColumns: ['made', 'person', 'number', 'name', 'reason', 'state', 'ended'],
  defaultOrder: '-made',
  search: {
    hint: 'A part of the name of a person of the staff, or the number of an application',
    takes: 'A part of the name of a staff member, or the whole number of an application.',
    max: 100,
  },
  exercise: 'current',
  exported: { isNarrowedByRole: false },
})
export type RecusalRow = RowOf<typeof recusalList>
