// The staff's API, as it is described.

import type { AnyErrorCode } from '#server/app-error.ts'
import { createStaffCookie } from '#server/http/staff/staff-principal.ts'
import type { Contract } from '#shared/api/contract.ts'
import { getStaffCall, type StaffCallName, staffHeader } from '#shared/api/staff/calls.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import { fileTypeGroups } from '#shared/forms/file-types.ts'
import { binaryContent, type DescribedApi, listInputErrors, textContent } from './openapi-document.ts'

export const describeStaffApi = (publicUrl: string): DescribedApi => ({
  title: 'Recruitment portal API for the staff',
  description: `What the pages of the staff ask of the portal. A call that changes something has the header \`${staffHeader.name}: ${staffHeader.value}\`. Replies have the form of the API for applicants.`,
  contracts: staffContracts,
  getCall: (name) => getStaffCall(name as StaffCallName),
  securitySchemes: { staffCookie: { type: 'apiKey', in: 'cookie', name: createStaffCookie(publicUrl).name } },
  getSecurity: ({ access }) => (access === 'public' ? [] : [{ staffCookie: [] }]),
  listErrors: (name, contract) => deriveErrors(contract, uploads.includes(name as StaffCallName)),
  fileContent,
  uploads,
  revalidated: [],
  refusedInText: [],
})

const uploads: readonly StaffCallName[] = [
  'uploadImport',
  'checkPosts',
  'checkResults',
  'importResults',
  'checkSettlement',
  'importSettlement',
]

const fileContent = {
  staffFile: binaryContent(...fileTypeGroups.documentsAndWord),
  exportContent: binaryContent(
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/zip',
  ),
  importErrors: textContent('text/csv'),
  printPasswordSlip: binaryContent('application/pdf'),
  seatingList: binaryContent('application/pdf'),
  attendanceSheet: binaryContent('application/pdf'),
  printedDoorList: binaryContent('application/pdf'),
  seatLabels: binaryContent('application/pdf'),
} satisfies Partial<Record<StaffCallName, object>>

/** What follows from who may call it and what is sent. */
const deriveErrors = (contract: Contract, isUpload: boolean): AnyErrorCode[] => [
  ...listInputErrors(contract, isUpload),
  'cross_site_request',
  ...(contract.access === 'public' ? [] : (['not_logged_in'] as const)),
  ...(contract.access.startsWith('staff:') ? (['not_permitted'] as const) : []),
  ...(contract.fresh ? (['fresh_sign_in_required'] as const) : []),
  ...(contract.params ? (['not_found'] as const) : []),
  'too_many_requests',
  'unavailable',
]
