// The columns of a list of posts, and how it says what a post has.

import { derivedFacts } from '../application/derived.ts'
import { type RequirementName, requirementNames, requirements } from '../decisions/requirements.ts'
import { toLocalDateTime } from '../format/local-time.ts'
import type { PostDetails } from './exercise-settings.ts'

const requirementHeadings = Object.fromEntries(
  requirementNames.map((name) => [name, requirements[name].label.toLowerCase()]),
) as Record<RequirementName, string>

export const postListHeadings = {
  school: 'school',
  department: 'department',
  role: 'role',
  vacancies: 'vacancies',
  ...requirementHeadings,
  closesAt: 'closes',
} as const
export type PostListColumn = keyof typeof postListHeadings
export const postListColumns = Object.keys(postListHeadings) as PostListColumn[]

/** A post keeps what a list without these columns does not say. */
export const optionalPostListColumns = postListColumns.filter(
  (column) => !['school', 'department', 'role'].includes(column),
)

/** The choices of a requirement, by value; null for one that is a number. */
export const getRequirementOptions = (name: RequirementName): Readonly<Record<string, string>> | null =>
  derivedFacts[requirements[name].fact]?.options ?? null

/** Its line in a list that can be uploaded again. */
export function formatPostRow({ school, department, role, vacancies, requirements, closesAt }: PostDetails): string[] {
  const asked = requirementNames.map((name) => {
    const value = requirements[name] ?? ''
    return getRequirementOptions(name)?.[value] ?? String(value)
  })
  return [
    school,
    department ?? '',
    role,
    String(vacancies ?? ''),
    ...asked,
    toLocalDateTime(closesAt).replace('T', ' '),
  ]
}
