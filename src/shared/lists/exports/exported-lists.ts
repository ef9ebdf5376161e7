// The lists that can be exported, as what, and by whom.
import { listNames } from '#shared/format/labels.ts'
import {
  hasPermission,
  listLimits,
  listScopedExercises,
  listWholeScopes,
  type Permission,
  type RoleGrant,
} from '#shared/roles/permissions.ts'
import type { ListDescription, ListExport } from '../list.ts'
import { type ListName, staffLists } from '../lists.ts'

type Lists = typeof staffLists

/** A list that can be exported. */
export type ExportedList = { [N in ListName]: Lists[N]['exported'] extends null ? never : N }[ListName]

export const isExportedList = (name: string): name is ExportedList =>
  Object.hasOwn(staffLists, name) && staffLists[name as ListName].exported !== null

export const exportedLists = Object.keys(staffLists).filter(isExportedList) as [ExportedList, ...ExportedList[]]

export const getExportedList = (name: ExportedList): ListDescription & { exported: ListExport } => staffLists[name]

export const exportFormats = {
  csv: 'CSV',
  xlsx: 'Excel workbook (.xlsx)',
  'zip-pdf': 'Application slips (ZIP of PDF files)',
} as const

export type ExportFormat = keyof typeof exportFormats
export const exportFormatNames = listNames(exportFormats)

/** `waiting` and `making` end in one of the others; `expired`: the file was removed. */
export const exportStates = ['waiting', 'making', 'ready', 'failed', 'cancelled', 'expired'] as const

/** Slips are of applications alone. */
export const listFormats = (list: ExportedList): readonly ExportFormat[] =>
  list === 'applications' ? exportFormatNames : ['csv', 'xlsx']

/**
 * Whether these roles export the list. Those that are limited to money or seats export lists of that part alone, and the
 * status of an application is not its content.
 */
export function mayExport(grants: readonly Pick<RoleGrant, 'role'>[], list: ExportedList): boolean {
  const { permission, exported } = getExportedList(list)
  const isWhole = (name: Permission) => listLimits(grants, name) === null
  const limits = listLimits(grants, 'export:make')
  const isWithinLimits = limits === null || (exported.limit !== undefined && limits.includes(exported.limit))
  return isWithinLimits && (exported.isNarrowedByRole ? hasPermission(grants, permission) : isWhole(permission))
}

/** The exercises of which these roles export, for an export of one exercise or of all (null); null for every one. */
export function listExportedExercises(grants: readonly RoleGrant[], exerciseId: number | null): number[] | null {
  const ids = listScopedExercises(listWholeScopes(grants, 'export:make'))
  if (exerciseId === null) return ids
  return ids === null || ids.includes(exerciseId) ? [exerciseId] : []
}
