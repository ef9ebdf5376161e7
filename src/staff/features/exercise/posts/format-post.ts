import type { PostDetails } from '#shared/staff/exercise-settings.ts'

/** "Lecturer II, Computer Science, Technology" */
export const formatPostName = ({
  role,
  department,
  school,
}: Pick<PostDetails, 'school' | 'department' | 'role'>): string => [role, department, school].filter(Boolean).join(', ')
