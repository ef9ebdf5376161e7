import { choice, filesField, pastDate, text, year } from '../forms/field.ts'
import { defineList } from '../forms/section.ts'
import { certificates, grades } from '../reference-data/option-lists.ts'
import { createYearOrderRule, formatYears, joinParts } from './entries.ts'

export const institutions = defineList({
  title: 'Institutions attended',
  noun: 'Institution',
  hint: 'Start with the latest.',
  fields: {
    name: text('Institution'),
    course: text('Course'),
    location: text('Location'),
    grade: choice('Grade', grades),
    startYear: year('Start year'),
    endYear: year('End year'),
  },
  min: 1,
  max: 20,
  rules: [createYearOrderRule('institution')],
  messages: {
    none: 'No institutions available.',
    tooFew: 'At least one institution is required, and all fields must be filled, including valid date ranges.',
    missing: 'All institution fields are required.',
  },
  summary: ({ name, course, startYear, endYear }) => joinParts(course, name, formatYears(startYear, endYear)),
})

export const academicQualification = defineList({
  title: 'Academic qualifications',
  noun: 'Academic qualification',
  hint: 'Start with the latest.',
  fields: {
    certificate: choice('Certificate', certificates),
    institution: text('Institution'),
    dateAwarded: pastDate('Date awarded'),
    fileUrl: filesField('Certificate files', 'documentsAndWord'),
  },
  min: 1,
  max: 20,
  messages: {
    none: 'No academic qualifications available.',
    tooFew:
      'At least one academic qualification is required, including certificate, institution, date awarded, and a file upload.',
    missing: 'All academic qualification fields are required.',
  },
  summary: ({ certificate, institution, dateAwarded }) =>
    joinParts(certificates[certificate] ?? certificate, institution, dateAwarded.slice(0, 4)),
})
