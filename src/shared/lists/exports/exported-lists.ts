// The lists that can be exported, as what, and by whom.
import {
  hasPermission,
  listLimits,
  listWholeScopes,
  type Permission,
  type RoleGrant,
} from '#shared/roles/permissions.ts'

interface ExportableList {
  readonly label: string
  readonly permission: Permission
  /** The list itself leaves out what a role that has a part of its permission may not see. */
  readonly isNarrowedByRole: boolean
  /** Without a year it is of the current exercise; other lists are of all exercises then. */
  readonly isOfOneExercise: boolean
}

/** A list that can be exported. */
export const exportLists = {
  applicants: {
    label: 'Applicants',
    permission: 'applicant:find',
    isNarrowedByRole: false,
    isOfOneExercise: true,
  },
  applications: {
    label: 'Applications',
    permission: 'application:read',
    isNarrowedByRole: false,
    isOfOneExercise: true,
  },
  publications: {
    label: 'Publications',
    permission: 'publication:read',
    isNarrowedByRole: true,
    isOfOneExercise: true,
  },
  complaints: {
    label: 'Complaints',
    permission: 'complaint:answer',
    isNarrowedByRole: true,
    isOfOneExercise: false,
  },
  emails: { label: 'Emails', permission: 'account:recover', isNarrowedByRole: false, isOfOneExercise: false },
  audit: { label: 'Audit events', permission: 'audit:read', isNarrowedByRole: true, isOfOneExercise: false },
} as const satisfies Record<string, ExportableList>

export type ExportedList = keyof typeof exportLists
export const exportedLists = Object.keys(exportLists) as [ExportedList, ...ExportedList[]]

export const exportFormats = {
  csv: 'CSV',
  xlsx: 'Excel workbook (.xlsx)',
  'zip-pdf': 'Application slips (ZIP of PDF files)',
} as const

export type ExportFormat = keyof typeof exportFormats
export const exportFormatNames = Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]]

/** `waiting` and `making` end in one of the others; `expired`: the file was removed. */
export const exportStates = ['waiting', 'making', 'ready', 'failed', 'cancelled', 'expired'] as const

export const isExportedList = (name: string): name is ExportedList => Object.hasOwn(exportLists, name)

/** Slips are of applications alone. */
export const listFormats = (list: ExportedList): readonly ExportFormat[] =>
  list === 'applications' ? exportFormatNames : ['csv', 'xlsx']

/**
 * Whether these roles export the list. Those that are limited to money or seats export no list of persons, and the status of
 * an application is not its content.
 */
export function mayExport(grants: readonly Pick<RoleGrant, 'role'>[], list: ExportedList): boolean {
  const { permission, isNarrowedByRole } = exportLists[list]
  const isWhole = (name: Permission) => listLimits(grants, name) === null
  return isWhole('export:make') && (isNarrowedByRole ? hasPermission(grants, permission) : isWhole(permission))
}

/** The exercises of which these roles export, for an export of one exercise or of all (null); null for every one. */
export function listExportedExercises(grants: readonly RoleGrant[], exerciseId: number | null): number[] | null {
  const ids = listWholeScopes(grants, 'export:make').map((scope) => scope.exerciseId)
  if (exerciseId !== null) return ids.some((id) => id === null || id === exerciseId) ? [exerciseId] : []
  return ids.includes(null) ? null : ids.filter((id) => id !== null)
}
