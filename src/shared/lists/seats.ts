// Who sits where.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { listNames } from '../format/labels.ts'
import { stateOptions } from '../reference-data/states.ts'
import { seatAttendances } from '../staff/attendance.ts'
import { sittingKinds } from '../staff/sittings.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

export const seatList = describeList({
  name: 'seats',
  label: 'Seats',
  noun: 'seats',
  reading: 'seats_listed',
  permission: 'sitting:read',
  row: z.object({
    id: uuid(),
    sitting: z.object({ id: uuid(), label: z.string(), venue: z.string(), startsAt: moment }),
    kind: z.enum(listNames(sittingKinds)),
    seatNumber: z.number().int(),
    number: z.string(),
    name: z.string(),
    school: z.string(),
    role: z.string(),
    state: z.string(),
    attendance: z.enum(listNames(seatAttendances)),
  }),
  columns: {
    sitting: column({ label: 'Sitting', kind: 'text', filter: 'is', takes: 'The id of a sitting.' }),
    starts: column({ label: 'Starts', kind: 'day', filter: 'between', sortable: true }),
    seat: column({ label: 'Seat', kind: 'number' }),
    number: column({ label: 'Application', kind: 'text', filter: 'prefix' }),
    name: column({ label: 'Name', kind: 'text', personal: true }),
    kind: column({ label: 'Kind', kind: 'choice', filter: 'oneOf', options: sittingKinds }),
    school: column({ label: 'School', kind: 'text', filter: 'is' }),
    role: column({ label: 'Role', kind: 'text', filter: 'is' }),
    state: column({ label: 'Home state', kind: 'choice', filter: 'oneOf', options: stateOptions }),
    attendance: column({ label: 'Attendance', kind: 'choice', filter: 'oneOf', options: seatAttendances }),
  },
  defaultColumns: ['seat', 'name', 'number', 'role', 'sitting', 'starts', 'attendance'],
  defaultOrder: 'starts',
  search: {
    hint: 'Application number or name',
    takes:
      'A whole application number, or a surname or first name or how it begins. What a name finds is in the order of names.',
    isInOrderOfNames: true,
    max: 100,
  },
  exercise: 'current',
  exported: { isNarrowedByRole: true, limit: 'seats' },
})
export type SeatRow = RowOf<typeof seatList>
