// The lists that can be exported, and as what.
import type { Permission } from '../permissions.ts'

/** A list that can be exported. */
export const exportLists = {
  applicants: { label: 'Applicants', permission: 'applicant:find' },
  applications: { label: 'Applications', permission: 'application:read' },
} as const satisfies Record<string, { label: string; permission: Permission }>

export type ExportedList = keyof typeof exportLists
export const exportedLists = Object.keys(exportLists) as [ExportedList, ...ExportedList[]]

export const exportFormats = {
  csv: 'CSV',
  xlsx: 'Excel workbook (.xlsx)',
  'zip-pdf': 'Application slips (ZIP of PDF files)',
} as const

export type ExportFormat = keyof typeof exportFormats
export const exportFormatNames = Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]]

export const isExportedList = (name: string): name is ExportedList => Object.hasOwn(exportLists, name)

/** Slips are of applications alone. */
export const listFormats = (list: ExportedList): readonly ExportFormat[] =>
  list === 'applications' ? exportFormatNames : ['csv', 'xlsx']
