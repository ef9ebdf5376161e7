import type { Permission } from '#shared/roles/permissions.ts'
import { useMay, useMe } from '../session/staff-session.ts'

/** Tells of an exercise whether it can only be read. */
export function useArchivedCheck(): (year: number | undefined) => boolean {
  const { exercises } = useMe()
  return (year) => exercises.some((one) => one.year === year && one.isArchived)
}

export const useIsArchived = (year: number | undefined): boolean => useArchivedCheck()(year)

/** As `useMay`, for what changes something in the exercise. */
export function useMayChange(year: number | undefined): (permission: Permission) => boolean {
  const may = useMay()
  const isArchived = useIsArchived(year)
  return (permission) => !isArchived && may(permission)
}
