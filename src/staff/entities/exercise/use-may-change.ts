import type { Permission } from '#shared/roles/permissions.ts'
import { useMay, useMe } from '../session/staff-session.ts'

/** Whether the exercise can only be read. */
export function useIsArchived(year: number | undefined): boolean {
  return useMe().exercises.some((one) => one.year === year && one.isArchived)
}

/** As `useMay`, for what changes something in the exercise. */
export function useMayChange(year: number | undefined): (permission: Permission) => boolean {
  const may = useMay()
  const isArchived = useIsArchived(year)
  return (permission) => !isArchived && may(permission)
}
