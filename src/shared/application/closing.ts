import { paragraph } from '../forms/field.ts'
import { defineSingle } from '../forms/section.ts'
import { textLimits } from '../policy/limits.ts'

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
