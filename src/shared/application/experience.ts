import { choice, filesField, paragraph, text, year } from '../forms/field.ts'
import { defineList } from '../forms/section.ts'
import { textLimits } from '../policy/limits.ts'
import { administrativePositions, experienceTitles, experienceTypes } from '../reference-data/option-lists.ts'
import { createYearOrderRule, formatYears, joinParts } from './entries.ts'

export const experience = defineList({
  title: 'Experience',
  noun: 'Experience',
  hint: 'Start with your present post.',
  fields: {
    type: choice('Type', experienceTypes, { optional: true }),
    name: choice('Title', experienceTitles),
    position: choice('Administrative position', administrativePositions, {
      optional: true,
    }),
    otherPosition: text('Other position', {
      optional: true,
      onlyWhen: { field: 'position', is: 'others' },
    }),
    organization: text('Organization', {
      optional: true,
      autocomplete: 'organization',
    }),
    role: text('Rank'),
    startYear: year('Start year'),
    endYear: year('End year', { hint: 'If you still work there, enter this year.' }),
    description: paragraph('Description', textLimits.paragraph),
    fileUrl: filesField('Files', 'documentsAndWord', { optional: true }),
  },
  min: 1,
  max: 20,
  rules: [createYearOrderRule('experience')],
  messages: {
    none: 'No experience available.',
    tooFew: 'At least one experience entry is required and must include valid date ranges.',
    missing: 'All experience fields are required.',
  },
  summary: ({ name, organization, startYear, endYear }) =>
    joinParts(name, organization, formatYears(startYear, endYear)),
})
