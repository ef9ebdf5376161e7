// Changes the stored settings of an exercise and records each change.
import { isDeepStrictEqual } from 'node:util'
import { createFieldsError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { violatesConstraint } from '#server/database/errors.ts'
import { completeReviewRules } from '#shared/decisions/stages.ts'
import type { Post } from '#shared/reference-data/posts.ts'
import { type ExerciseSettings, formatPost, getPostKey, type PostDetails } from '#shared/staff/exercise-settings.ts'
import { copyPosts, listPosts, updatePost } from './posts-store.ts'
import { toColumns } from './settings.ts'
import {
  addExercise,
  addExerciseChange,
  copyVenues,
  type ExerciseRow,
  lockExercise,
  type NewExercise,
  unmarkCurrentExercise,
  updateExercise,
} from './store.ts'
import { copyTexts } from './texts/store.ts'

/** The staff members behind a change; none for a command. */
interface People {
  madeBy?: string
  approvedBy?: string
  /** The moment for which the change was planned. */
  effectiveAt?: Date | null
}

/** What settings change: columns of the exercise, and details of its posts. */
export interface SettingsDifference {
  columns: Partial<NewExercise>
  /** Those that get other details, whole. */
  postDetails: PostDetails[]
}

/** What the settings change. @throws AppError `invalid_request` for details of a post that there is not */
export async function findDifference(
  tx: Tx,
  existing: ExerciseRow,
  settings: Omit<ExerciseSettings, 'year'>,
): Promise<SettingsDifference> {
  const complete = { ...existing, reviewRules: completeReviewRules(existing.reviewRules) }
  const columns = findChangedColumns(complete, toColumns(settings))
  const known = await listPosts(tx, existing.id)
  const postDetails = findChangedPosts(known, columns.posts ?? existing.posts, settings.postDetails ?? [])
  return { columns, postDetails }
}

/** The names of what is different; none when nothing is. */
export const listChangedColumns = ({ columns, postDetails }: SettingsDifference): string[] => [
  ...Object.keys(columns),
  ...(postDetails.length > 0 ? ['postDetails'] : []),
]

const findChangedColumns = (existing: ExerciseRow, wanted: Partial<NewExercise>): Partial<NewExercise> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([column, value]) => !isDeepStrictEqual(existing[column as keyof ExerciseRow], value),
    ),
  )

/** Posts without details of their own have these. */
export const noDetails = { vacancies: null, requirements: {}, closesAt: null }

function findChangedPosts(known: readonly PostDetails[], names: readonly Post[], wanted: readonly PostDetails[]) {
  const open = new Set(listSinglePosts(names).map(getPostKey))
  const unknown = wanted.flatMap((post, index) =>
    open.has(getPostKey(post))
      ? []
      : [{ path: `postDetails.${index}`, message: `There is no post ${formatPost(post)} in this exercise.` }],
  )
  if (unknown.length > 0) throw createFieldsError('invalid_request', unknown)
  const before = new Map(known.map((post) => [getPostKey(post), post]))
  return wanted
    .map((post) => ({ ...post, closesAt: post.closesAt === null ? null : new Date(post.closesAt).toISOString() }))
    .filter((post) => !isDeepStrictEqual({ ...post, ...noDetails, ...before.get(getPostKey(post)) }, post))
}

export const listSinglePosts = (posts: readonly Post[]) =>
  posts.flatMap(({ school, department, roles }) => roles.map((role) => ({ school, department, role })))

const offerConstraints = ['offers_within_vacancies', 'offers_vacancies_known']

/** @throws AppError `invalid_request` for fewer vacancies than are taken by offers and by those who are selected */
async function changePost(tx: Tx, exerciseId: number, post: PostDetails): Promise<void> {
  try {
    await updatePost(tx, exerciseId, post)
  } catch (error) {
    if (!offerConstraints.some((name) => violatesConstraint(error, name))) throw error
    const message = `${formatPost(post)} needs more vacancies: so many are taken by offers, or by applicants who are selected.`
    throw createFieldsError('invalid_request', [{ path: 'postDetails', message }])
  }
}

/** @returns the new version. @throws AppError those of `changePost` */
export async function saveSettings(
  tx: Tx,
  existing: ExerciseRow,
  { columns, postDetails }: SettingsDifference,
  people: People = {},
): Promise<number> {
  const version = existing.version + 1
  const before: Record<string, unknown> = Object.fromEntries(
    Object.entries(existing).filter(([column]) => column in columns),
  )
  const after: Record<string, unknown> = { ...columns }
  if (postDetails.length > 0) {
    const changed = new Set(postDetails.map(getPostKey))
    before.postDetails = (await listPosts(tx, existing.id)).filter((post) => changed.has(getPostKey(post)))
    after.postDetails = postDetails
  }
  if (columns.isCurrent) await unmarkCurrentExercise(tx)
  await updateExercise(tx, existing.id, { ...columns, version })
  for (const post of postDetails) await changePost(tx, existing.id, post)
  await addExerciseChange(tx, { exerciseId: existing.id, version, before, after, ...people })
  return version
}

/** A copy with these changes: closed, without a deadline and not public unless they say otherwise. */
export async function copyExercise(
  tx: Tx,
  from: ExerciseRow,
  { year, ...settings }: ExerciseSettings & { year: number },
  people: People = {},
): Promise<{ exercise: ExerciseRow; columns: string[] }> {
  const { id: _, createdAt: __, ...base } = from
  const unused = { status: 'closed', deadline: null, opensAt: null, archivedAt: null, isCurrent: false } as const
  await addExercise(tx, { ...base, ...unused, posts: [], version: 1, year })
  const added = await lockExercise(tx, year)
  if (!added) throw new Error(`The exercise of ${year} was not stored.`)
  await copyPosts(tx, from.id, added.id)
  await copyVenues(tx, from.id, added.id)
  await copyTexts(tx, from.id, added.id, people.madeBy ?? null)
  const { columns, postDetails } = await findDifference(tx, { ...added, posts: from.posts }, settings)
  if (columns.isCurrent) await unmarkCurrentExercise(tx)
  if (Object.keys(columns).length > 0) await updateExercise(tx, added.id, columns)
  for (const post of postDetails) await updatePost(tx, added.id, post)
  const after = { year, ...columns, ...(postDetails.length > 0 && { postDetails }) }
  await addExerciseChange(tx, { exerciseId: added.id, version: 1, before: null, after, ...people })
  const exercise = (await lockExercise(tx, year)) ?? added
  return { exercise, columns: ['year', ...listChangedColumns({ columns, postDetails })] }
}
