// Interviews: panels, when each applicant is seen, and the sheet on which a member of the panel scores.
import { z } from 'zod'
import { listNames } from '../format/labels.ts'

/** What each member of a panel scores, every one from 0 to the same maximum. */
export const interviewCriteria = {
  subject: 'Command of the subject',
  teaching: 'Teaching and communication',
  research: 'Research and publications',
  experience: 'Experience and achievements',
  conduct: 'Conduct and judgement',
} as const
export type InterviewCriterion = keyof typeof interviewCriteria
export const interviewCriterionNames = listNames(interviewCriteria)

export const criterionMaximum = 20
export const sheetMaximum = criterionMaximum * interviewCriterionNames.length

export type CriterionScores = Readonly<Record<InterviewCriterion, number>>

const outOfRange = `Enter a whole number from 0 to ${criterionMaximum}.`
const score = z.number(outOfRange).int(outOfRange).min(0, outOfRange).max(criterionMaximum, outOfRange)

export const criterionScores = z.strictObject(
  Object.fromEntries(interviewCriterionNames.map((name) => [name, score])) as Record<InterviewCriterion, typeof score>,
)

export const addUp = (scores: CriterionScores): number =>
  interviewCriterionNames.reduce((sum, name) => sum + scores[name], 0)

export const maxSheetNote = 1_000

export const maxPanels = 50
const maxPanelMembers = 20

export const panelDetails = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Enter the name of the panel.')
    .max(60, 'Use at most 60 characters.')
    .regex(/^.*$/, 'Use one line.'),
  members: z
    .array(z.uuid())
    .min(1, 'Choose at least one member.')
    .max(maxPanelMembers, `A panel has at most ${maxPanelMembers} members.`),
})
export type PanelDetails = z.infer<typeof panelDetails>

export const slotMinutes = { min: 5, max: 240 } as const

/** Why an applicant got no time. */
export const slotObstacles = {
  no_time: 'No time is left before the end of the sitting.',
  recused: 'A member of each panel is recused from the application.',
} as const

/** To a member of the panel. */
export const interviewStates = {
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
  handed_in: 'You have handed in your sheet already.',
} as const
export type SheetObstacle = keyof typeof sheetObstacles
