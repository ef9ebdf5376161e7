// The offers of an exercise. Exported, those that are accepted are the appointment list.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { offerStateNames, offerStates } from '../decisions/offers.ts'
import { listNames } from '../format/labels.ts'
import { genders } from '../reference-data/option-lists.ts'
import { stateOptions } from '../reference-data/states.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

export const offerList = describeList({
  name: 'offers',
  label: 'Offers',
  noun: 'offers',
  reading: 'offers_listed',
  permission: 'offer:read',
  row: z.object({
    id: uuid(),
    number: z.string(),
    name: z.string(),
    role: z.string(),
    school: z.string(),
    department: z.string().nullable(),
    gender: z.enum(listNames(genders)),
    state: z.string(),
    offer: z.enum(offerStateNames),
    until: moment,
    offeredAt: moment,
    settledAt: moment.nullable(),
  }),
  columns: {
    number: column({ label: 'Application', kind: 'text', filter: 'prefix' }),
    name: column({ label: 'Name', kind: 'text', personal: true }),
    role: column({ label: 'Post', kind: 'text', filter: 'is' }),
    school: column({ label: 'School', kind: 'text', filter: 'is' }),
    department: column({ label: 'Department', kind: 'text', filter: 'is' }),
    gender: column({ label: 'Gender', kind: 'choice', filter: 'oneOf', options: genders }),
    state: column({ label: 'Home state', kind: 'choice', filter: 'oneOf', options: stateOptions }),
    offer: column({ label: 'Offer', kind: 'choice', filter: 'oneOf', options: offerStates }),
    offered: column({ label: 'Offered', kind: 'day', sortable: true }),
    until: column({ label: 'To answer until', kind: 'day', filter: 'between' }),
    settled: column({ label: 'Answered or ended', kind: 'day' }),
  },
  defaultColumns: ['number', 'name', 'role', 'school', 'offer', 'until', 'settled'],
  defaultOrder: '-offered',
  search: {
    hint: 'Application number or name',
    takes:
      'A whole application number, or a surname or first name or how it begins. What a name finds is in the order of names.',
    isInOrderOfNames: true,
    max: 100,
  },
  exercise: 'current',
  exported: {
    isNarrowedByRole: false,
    additional: {
      surname: column({ label: 'Surname', kind: 'text', personal: true }),
      firstName: column({ label: 'First name', kind: 'text', personal: true }),
      middleName: column({ label: 'Middle name', kind: 'text', personal: true }),
      dateOfBirth: column({ label: 'Date of birth', kind: 'day', personal: true }),
      lga: column({ label: 'LGA', kind: 'text' }),
      email: column({ label: 'Email', kind: 'text', personal: true }),
      phone: column({ label: 'Phone', kind: 'text', personal: true }),
    },
  },
})
export type OfferRow = RowOf<typeof offerList>
