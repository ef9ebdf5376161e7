// The sentences of an exercise that the registry can word anew: reasons for rejection, prepared replies, names of complaint
// categories. The codes of reasons and categories are fixed; what they say is a text of the exercise, with its versions.
import { rejectionReasons } from '../decisions/rejection-reasons.ts'
import { listNames } from '../format/labels.ts'
import { cannedReplies } from './canned-replies.ts'
import { complaintCategories } from './complaints.ts'

interface TextKind {
  readonly label: string
  /** What the parts are called where they are edited; no text where a title is all. */
  readonly title: string
  readonly text: string | null
  /** Whether the registry adds own ones. */
  readonly isOpen: boolean
}

export const exerciseTextKinds = {
  reason: { label: 'Reasons for rejection', title: 'Heading', text: 'Sentence', isOpen: false },
  reply: { label: 'Prepared replies', title: 'Name', text: 'Text', isOpen: true },
  category: { label: 'Complaint categories', title: 'Name', text: null, isOpen: false },
} as const satisfies Record<string, TextKind>
export type ExerciseTextKind = keyof typeof exerciseTextKinds
export const exerciseTextKindNames = listNames(exerciseTextKinds)

export interface ExerciseText {
  kind: ExerciseTextKind
  code: string
  /** 0 as it comes with the program; raised by every change. */
  version: number
  title: string
  text: string
  /** Whether it is offered to the staff; what was recorded with it stays. */
  isOffered: boolean
}

const createDefault = (kind: ExerciseTextKind, code: string, title: string, text = ''): ExerciseText => ({
  kind,
  code,
  version: 0,
  title,
  text,
  isOffered: true,
})

/** What an exercise says whose registry has changed nothing, in the order of the screens. */
export const defaultExerciseTexts: readonly ExerciseText[] = [
  ...Object.entries(rejectionReasons).map(([code, { type, sentence }]) =>
    createDefault('reason', code, type, sentence),
  ),
  ...Object.entries(cannedReplies).map(([code, { label, text }]) => createDefault('reply', code, label, text)),
  ...Object.entries(complaintCategories).map(([code, label]) => createDefault('category', code, label)),
]

const getKey = ({ kind, code }: Pick<ExerciseText, 'kind' | 'code'>) => `${kind} ${code}`

/** @param changed every version of those that were changed or added, the newest last */
export function completeExerciseTexts(changed: readonly ExerciseText[]): ExerciseText[] {
  const newest = new Map([...defaultExerciseTexts, ...changed].map((text) => [getKey(text), text]))
  return [...newest.values()]
}
