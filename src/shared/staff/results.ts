// Results of a CBT or an interview: the columns of a file, and what a cell may have.
import { z } from 'zod'
import { sittingKinds } from './sittings.ts'

/** The columns of a list of results, as its own template names them. */
export const resultHeadings = { number: 'number', score: 'score', maximum: 'maximum', remark: 'remark' } as const
export type ResultColumn = keyof typeof resultHeadings
export const resultColumns = Object.keys(resultHeadings) as ResultColumn[]

export const resultColumnLabels: Readonly<Record<ResultColumn, string>> = {
  number: 'application number or user ID',
  score: 'score',
  maximum: 'maximum',
  remark: 'remark',
}

/** Headings by which other systems name a column, when nobody has said which one it is. */
export const knownResultHeadings: Readonly<Record<ResultColumn, readonly string[]>> = {
  number: [
    'number',
    'application',
    'application number',
    'application id',
    'user id',
    'exam number',
    'reg no',
    'candidate',
  ],
  score: ['score', 'total', 'total score', 'mark', 'marks', 'result'],
  maximum: ['maximum', 'max', 'out of', 'maximum score'],
  remark: ['remark', 'remarks', 'comment'],
}

/** Which heading of the file stands for which column. */
export type ResultMapping = { [Column in ResultColumn]?: string | undefined }

export const maxScore = 9_999.99
export const maxRemark = 200

/** A score or a maximum as a file or a person writes it. */
export const scoreText = z
  .string()
  .trim()
  .refine((text) => !text.startsWith('='), 'is a formula: put its value in its place')
  .refine((text) => !/^-\s*\d/.test(text), 'is below 0')
  .regex(/^\d+(?:\.\d{1,2})?$/, 'is not a number with at most two decimals')
  .transform(Number)
  .refine((score) => score <= maxScore, `is above ${maxScore.toLocaleString('en-NG')}`)

/** Whether a result that is stored can be published and is chosen by a cut-off. */
export const resultStatuses = {
  counts: 'Counts',
  seat_released: 'Does not count: the seat was taken away',
  was_away: 'Does not count: absent or turned away',
} as const

/** Why no result is entered by hand, or none is confirmed. */
export const resultObstacles = {
  withdrawn: 'The application is withdrawn.',
  not_seated: 'The applicant has no seat for it.',
  not_begun: 'The sitting of the applicant has not begun.',
  absent: 'The applicant was absent.',
  turned_away: 'The applicant was turned away.',
  not_complete: 'Not all of the panel have handed in their sheets.',
  sheets_changed: 'The panel has another mean by now: take the entry back, and enter the mean again.',
  nothing_waiting: 'No result waits to be confirmed.',
  not_own: 'Only the person who entered it can take it back.',
} as const
export type ResultObstacle = keyof typeof resultObstacles

/** For example "CBT result", as applicants read it. */
export const resultNames = {
  cbt: `${sittingKinds.cbt} result`,
  interview: `${sittingKinds.interview} result`,
} as const
