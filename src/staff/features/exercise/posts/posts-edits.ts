// What a person changes of the posts, above the posts that were read: nothing is sent before it was looked at.
import type { ExerciseDetails } from '#shared/api/staff/exercises.ts'
import { toLocalDateTime } from '#shared/format/local-time.ts'
import { getPostKey, type PostDetails } from '#shared/staff/exercise-settings.ts'
import type { SettingChanges } from '../settings.ts'

type PostName = Pick<PostDetails, 'school' | 'department' | 'role'>

export interface PostsEdits {
  /** What was typed, by post: all of a new one; of one that stays what differs, since a colleague may change the rest. */
  details: Readonly<Record<string, Partial<PostDetails>>>
  /** In the order in which they were added. */
  added: readonly PostName[]
  /** Keys of posts. */
  removed: readonly string[]
}

export const noEdits: PostsEdits = { details: {}, added: [], removed: [] }

export const countEdits = ({ details, added, removed }: PostsEdits): number =>
  new Set([...Object.keys(details), ...added.map(getPostKey), ...removed]).size

export interface EditedPost extends PostDetails {
  key: string
  /** How many accounts hold it. */
  accounts: number
  state: 'same' | 'changed' | 'added' | 'removed'
}

/** Those that were read and the new ones, as the person wants them. */
export function applyEdits(posts: ExerciseDetails['posts'], { details, added, removed }: PostsEdits): EditedPost[] {
  const known = posts.map((post): EditedPost => {
    const key = getPostKey(post)
    const state = details[key] ? 'changed' : 'same'
    return { ...post, ...details[key], key, state: removed.includes(key) ? 'removed' : state }
  })
  const knownKeys = new Set(known.map(({ key }) => key))
  // Somebody else may have added the same post meanwhile.
  const fresh = added.filter((name) => !knownKeys.has(getPostKey(name)))
  return [...known, ...fresh.map((name) => createAddedPost(name, details))]
}

function createAddedPost(name: PostName, details: PostsEdits['details']): EditedPost {
  const key = getPostKey(name)
  const base = { vacancies: null, requirements: {}, closesAt: null, ...name }
  return { ...base, ...details[key], key, accounts: 0, state: 'added' }
}

/** @param before as it was read; absent for a new one */
export const setDetails = (edits: PostsEdits, post: PostDetails, before?: PostDetails): PostsEdits => ({
  ...edits,
  details: { ...edits.details, [getPostKey(post)]: before ? pickTyped(post, before) : post },
})

const pickTyped = (post: PostDetails, before: PostDetails): Partial<PostDetails> => ({
  ...(post.vacancies !== before.vacancies && { vacancies: post.vacancies }),
  ...(JSON.stringify(post.requirements) !== JSON.stringify(before.requirements) && {
    requirements: post.requirements,
  }),
  ...(toLocalDateTime(post.closesAt) !== toLocalDateTime(before.closesAt) && { closesAt: post.closesAt }),
})

export const addPost = (edits: PostsEdits, post: PostDetails): PostsEdits => ({
  ...setDetails(edits, post),
  added: [...edits.added, post],
})

/** New posts are added, known ones changed. */
export const setPosts = (
  edits: PostsEdits,
  base: ExerciseDetails['posts'],
  posts: readonly PostDetails[],
): PostsEdits => {
  const read = new Map(base.map((post) => [getPostKey(post), post]))
  const added = new Set(edits.added.map(getPostKey))
  return posts.reduce((before, post) => {
    const key = getPostKey(post)
    return read.has(key) || added.has(key) ? setDetails(before, post, read.get(key)) : addPost(before, post)
  }, edits)
}

export const removePost = (edits: PostsEdits, key: string): PostsEdits => ({
  ...undoPost(edits, key),
  removed: [...edits.removed, key],
})

/** The post as it was read; a new one disappears. */
export const undoPost = ({ details, added, removed }: PostsEdits, key: string): PostsEdits => ({
  details: Object.fromEntries(Object.entries(details).filter(([one]) => one !== key)),
  added: added.filter((name) => getPostKey(name) !== key),
  removed: removed.filter((one) => one !== key),
})

/** What a call sends. */
export function toPostChanges(posts: ExerciseDetails['posts'], edits: PostsEdits): SettingChanges {
  const wanted = applyEdits(posts, edits).filter(({ state }) => state !== 'removed')
  const changed = wanted.filter(({ key }) => edits.details[key])
  const isListed = edits.added.length > 0 || edits.removed.length > 0
  return {
    ...(isListed && { posts: groupPosts(wanted) }),
    ...(changed.length > 0 && { postDetails: changed.map(pickDetails) }),
  }
}

export const pickDetails = ({
  school,
  department,
  role,
  vacancies,
  requirements,
  closesAt,
}: PostDetails): PostDetails => ({
  school,
  department,
  role,
  vacancies,
  requirements,
  closesAt,
})

/** Departments in the order of their first post. */
function groupPosts(posts: readonly PostName[]): NonNullable<SettingChanges['posts']> {
  const departments = new Map<string, { school: string; department: string | null; roles: string[] }>()
  for (const { school, department, role } of posts) {
    const key = JSON.stringify([school, department])
    const listed = departments.get(key)
    if (listed) listed.roles.push(role)
    else departments.set(key, { school, department, roles: [role] })
  }
  return [...departments.values()]
}
