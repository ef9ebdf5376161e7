import { email, phone, text } from '../forms/field.ts'
import { defineList } from '../forms/section.ts'
import { joinParts } from './entries.ts'

export const referees = defineList({
  title: 'Referees',
  noun: 'Referee',
  hint: 'Exactly three people who know your work.',
  fields: {
    name: text('Name'),
    portfolio: text('Portfolio', {
      hint: 'What they do, such as Dean or Director.',
    }),
    email: email('Email'),
    phone: phone('Phone', {
      hint: '11 digits, such as 08012345678.',
      validate: (answer) => !/^\d{11}$/.test(answer) && 'phone number must be exactly 11 digits',
    }),
    organization: text('Organization', {
      optional: true,
      autocomplete: 'organization',
    }),
    location: text('Location'),
  },
  min: 3,
  max: 3,
  messages: {
    none: 'No referees available.',
    tooFew: 'Please provide at least 3 referees.',
  },
  summary: ({ name, portfolio, organization }) => joinParts(name, portfolio, organization),
})
