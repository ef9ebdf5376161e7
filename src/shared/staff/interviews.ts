// Interviews: panels, when each applicant is seen, and the sheet on which a member of the panel scores.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { formatDate } from '../format/dates.ts'
import { getDay } from '../format/days.ts'
import { describeMaxLength, maxShortName } from './text-limits.ts'

/** What each member of a panel scores, from 0 to the maximum. */
export interface Criterion {
  name: string
  maximum: number
}

/** Of an exercise that sets no others. */
export const defaultCriteria: readonly Criterion[] = [
  { name: 'Command of the subject', maximum: 20 },
  { name: 'Teaching and communication', maximum: 20 },
  { name: 'Research and publications', maximum: 20 },
  { name: 'Experience and achievements', maximum: 20 },
  { name: 'Conduct and judgement', maximum: 20 },
]

export const criterionLimits = { count: 20, name: 80, maximum: 100 } as const
export const highestSheetTotal = criterionLimits.count * criterionLimits.maximum

const wrongName = `must have names of 1 to ${criterionLimits.name} characters`
const wrongMaximum = `must have whole numbers from 1 to ${criterionLimits.maximum} as highest scores`

/** As a setting of the exercise. */
export const scoreCriteria = z
  .array(
    z.strictObject({
      name: z
        .string(wrongName)
        .trim()
        .min(1, wrongName)
        .max(criterionLimits.name, wrongName)
        .regex(/^.*$/, 'must have each name on one line'),
      maximum: z.number(wrongMaximum).int(wrongMaximum).min(1, wrongMaximum).max(criterionLimits.maximum, wrongMaximum),
    }),
  )
  .min(1, 'must name at least one criterion')
  .max(criterionLimits.count, `must name at most ${criterionLimits.count} criteria`)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'must name each criterion once')

/** What a sheet can reach. */
export const sumMaxima = (criteria: readonly Criterion[]): number =>
  criteria.reduce((sum, { maximum }) => sum + maximum, 0)

export const describeScoreRange = (maximum: number): string => `Enter a whole number from 0 to ${maximum}.`
const noScore = 'Enter a whole number, 0 or more.'

/** In the order of the criteria. With their names, so that no score counts for another one after a change of the criteria. */
export const criterionScores = z
  .array(
    z.strictObject({
      criterion: z.string(),
      score: z.number(noScore).int(noScore).min(0, noScore).max(criterionLimits.maximum, noScore),
    }),
  )
  .max(criterionLimits.count)
export type CriterionScores = z.infer<typeof criterionScores>

export const addUp = (scores: CriterionScores): number => scores.reduce((sum, { score }) => sum + score, 0)

export const maxSheetNote = 1_000

export const maxPanels = 50
const maxPanelMembers = 20

export const panelDetails = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Enter the name of the panel.')
    .max(maxShortName, describeMaxLength(maxShortName))
    .regex(/^.*$/, 'Use one line.'),
  members: z
    .array(uuid())
    .min(1, 'Choose at least one member.')
    .max(maxPanelMembers, `A panel has at most ${maxPanelMembers} members.`),
})
export type PanelDetails = z.infer<typeof panelDetails>

/** `usual`: before others of the sitting have a time. */
export const slotMinutes = { min: 5, max: 240, usual: 20 } as const

/** Why an applicant got no time. */
export const slotObstacles = {
  no_time: 'No time is left before the end of the sitting.',
  recused: 'A member of each panel is recused from the application.',
} as const

/** To a member of the panel. */
export const interviewStates = {
  not_open: 'Opens on the day',
  open: 'Your sheet is open',
  handed_in: 'Handed in',
  complete: 'All sheets are in',
} as const
export type InterviewState = keyof typeof interviewStates

/** Why panels and times stay as they are. */
export const panelObstacles = {
  not_interview: 'Only an interview has panels.',
  too_many: `An interview has at most ${maxPanels} panels.`,
  has_slots: 'The panel has times. Give these to another panel first.',
  has_sheets: 'A sheet is handed in already.',
  recused: 'A member of this panel is recused from the application.',
} as const
export type PanelObstacle = keyof typeof panelObstacles

/** Why a member cannot hand in a sheet. */
export const sheetObstacles = {
  absent: 'The applicant was absent.',
  turned_away: 'The applicant was turned away.',
  withdrawn: 'The application is withdrawn.',
  archived: 'The exercise is archived.',
  not_open: 'The sheet opens on the day of the interview.',
  handed_in: 'You have handed in your sheet already.',
  criteria_changed: 'What is scored was changed meanwhile. Score it anew.',
} as const
export type SheetObstacle = keyof typeof sheetObstacles

/** From the first minute of the day of the interview in Nigeria: a panel may begin early, or be late. */
export const isSheetOpen = (startsAt: Date, now: Date): boolean => (getDay(now) ?? '') >= (getDay(startsAt) ?? '')

export const describeSheetObstacle = (why: SheetObstacle, startsAt: string | Date): string =>
  why === 'not_open' ? `${sheetObstacles.not_open} It is on ${formatDate(startsAt)}.` : sheetObstacles[why]
