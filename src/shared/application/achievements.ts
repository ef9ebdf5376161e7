// Step 4: every field is optional.

import { amount, choice, date, filesField, paragraph, pastDate, text } from '../forms/field.ts'
import { formatPartialDate } from '../forms/partial-date.ts'
import { defineList } from '../forms/section.ts'
import { textLimits } from '../policy/limits.ts'
import { publicationTypes } from '../reference-data/option-lists.ts'
import { joinParts } from './entries.ts'

const optional = { optional: true } as const
const anyCount = { min: 0, max: 50 } as const
const createMessages = (things: string) => ({
  none: `No ${things} available.`,
  tooFew: '',
})

export const publication = defineList({
  title: 'Publications',
  noun: 'Publication',
  fields: {
    title: text('Title', optional),
    type: choice('Type', publicationTypes, optional),
    date: date('Date', optional),
    fileUrl: filesField('Files', 'documents', optional),
  },
  ...anyCount,
  messages: createMessages('publications'),
  summary: ({ title, date }) => joinParts(title, formatPartialDate(date)),
})

export const honors = defineList({
  title: 'Academic honors',
  noun: 'Honor',
  fields: {
    name: text('Name', { ...optional, aliases: ['title'] }),
    organization: text('Organization', optional),
    date: pastDate('Date', optional),
    fileUrl: filesField('Files', 'documents', optional),
  },
  ...anyCount,
  messages: createMessages('academic honors'),
  summary: ({ name, organization, date }) => joinParts(name, organization, formatPartialDate(date)),
})

export const grants = defineList({
  title: 'Grants',
  noun: 'Grant',
  fields: {
    title: text('Title', optional),
    amount: amount('Amount', { ...optional, hint: 'In naira, digits only.' }),
    date: date('Date', optional),
    experience: paragraph('Experience', textLimits.paragraph, optional),
    fileUrl: filesField('Files', 'documents', optional),
  },
  ...anyCount,
  messages: createMessages('grants'),
  summary: ({ title, date }) => joinParts(title, formatPartialDate(date)),
})

export const inventions = defineList({
  title: 'Inventions',
  noun: 'Invention',
  fields: {
    title: text('Title', { ...optional, aliases: ['name', 'organization'] }),
    number: text('Number', {
      ...optional,
      hint: 'The patent or registration number.',
    }),
    date: date('Date', optional),
    fileUrl: filesField('Files', 'documents', { ...optional, aliases: ['file'] }),
  },
  ...anyCount,
  messages: createMessages('inventions'),
  summary: ({ title, number }) => joinParts(title, number),
})

export const service = defineList({
  title: 'Community services',
  noun: 'Service',
  fields: {
    bodyName: text('Name of body', {
      ...optional,
      aliases: ['name', 'organization'],
    }),
    role: text('Role', optional),
    date: date('Date', optional),
    fileUrl: filesField('Files', 'documents', optional),
  },
  ...anyCount,
  messages: createMessages('community services'),
  summary: ({ bodyName, role }) => joinParts(role, bodyName),
})

export const professionalMemberships = defineList({
  title: 'Professional memberships',
  noun: 'Membership',
  fields: {
    organizationName: text('Organization', optional),
    rank: text('Rank', optional),
    fileUrl: filesField('Files', 'documents', optional),
  },
  ...anyCount,
  messages: createMessages('professional memberships'),
  summary: ({ organizationName, rank }) => joinParts(rank, organizationName),
})
