// Step 5: referees, hobbies and professional achievement.
import { email, paragraph, phone, text } from '../forms/field.ts'
import { defineList, defineSingle } from '../forms/section.ts'
import { textLimits } from '../policy/limits.ts'
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

export const professionalAchievement = defineSingle({
  title: 'Professional achievement',
  field: paragraph('Professional achievement', textLimits.paragraph, {
    optional: true,
  }),
  messages: { none: 'No professional achievement available.' },
})

export const hobby = defineSingle({
  title: 'Hobbies',
  field: paragraph('Hobbies', textLimits.paragraph, { optional: true }),
  messages: { none: 'No hobbies available.' },
})
