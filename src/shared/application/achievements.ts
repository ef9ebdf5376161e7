// Everything of step 4: optional throughout (specification, section 5), so every field says so.
import { amount, choice, date, files, paragraph, text } from '../forms/field.ts'
import { defineList } from '../forms/section.ts'
import { writtenDate } from '../forms/written-date.ts'
import { textLimits } from '../policy/limits.ts'
import { publicationTypes } from '../reference-data/option-lists.ts'
import { titled } from './entry-titles.ts'

const optional = { optional: true } as const
const anyNumber = { min: 0, max: 50 } as const
const none = (things: string) => ({
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
    fileUrl: files('Files', 'documents', optional),
  },
  ...anyNumber,
  words: none('publications'),
  summary: ({ title, date }) => titled(title, writtenDate(date)),
})

export const honors = defineList({
  title: 'Academic honors',
  noun: 'Honor',
  fields: {
    name: text('Name', { ...optional, aliases: ['title'] }),
    organization: text('Organization', optional),
    date: date('Date', optional),
    fileUrl: files('Files', 'documents', optional),
  },
  ...anyNumber,
  words: none('academic honors'),
  summary: ({ name, organization, date }) => titled(name, organization, writtenDate(date)),
})

export const grants = defineList({
  title: 'Grants',
  noun: 'Grant',
  fields: {
    title: text('Title', optional),
    amount: amount('Amount', { ...optional, hint: 'In naira, digits only.' }),
    date: date('Date', optional),
    experience: paragraph('Experience', textLimits.paragraph, optional),
    fileUrl: files('Files', 'documents', optional),
  },
  ...anyNumber,
  words: none('grants'),
  summary: ({ title, date }) => titled(title, writtenDate(date)),
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
    fileUrl: files('Files', 'documents', { ...optional, aliases: ['file'] }),
  },
  ...anyNumber,
  words: none('inventions'),
  summary: ({ title, number }) => titled(title, number),
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
    fileUrl: files('Files', 'documents', optional),
  },
  ...anyNumber,
  words: none('community services'),
  summary: ({ bodyName, role }) => titled(role, bodyName),
})

export const professionalMemberships = defineList({
  title: 'Professional memberships',
  noun: 'Membership',
  fields: {
    organizationName: text('Organization', optional),
    rank: text('Rank', optional),
    fileUrl: files('Files', 'documents', optional),
  },
  ...anyNumber,
  words: none('professional memberships'),
  summary: ({ organizationName, rank }) => titled(rank, organizationName),
})
