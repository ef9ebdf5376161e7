// The staff's API, as it is described.

import type { AnyErrorCode } from '#server/app-error.ts'
import { createStaffCookie } from '#server/http/staff/staff-principal.ts'
import type { Contract } from '#shared/api/contract.ts'
import { getStaffCall, type StaffCallName, staffHeader } from '#shared/api/staff/calls.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import { binaryContent, type DescribedApi, textContent } from './openapi-document.ts'

export const describeStaffApi = (publicUrl: string): DescribedApi => ({
  title: 'Recruitment portal API for the staff',
  description: `What the pages of the staff ask of the portal. A call that changes something has the header \`${staffHeader.name}: ${staffHeader.value}\`. Replies have the form of the API for applicants.`,
  contracts: staffContracts,
  getCall: (name) => getStaffCall(name as StaffCallName),
  securitySchemes: { staffCookie: { type: 'apiKey', in: 'cookie', name: createStaffCookie(publicUrl).name } },
  getSecurity: ({ access }) => (access === 'public' ? [] : [{ staffCookie: [] }]),
  listErrors: (_name, contract) => deriveErrors(contract),
  fileContent,
  uploads: [
    'uploadImport',
    'checkPosts',
    'checkResults',
    'importResults',
    'checkSettlement',
    'importSettlement',
  ] satisfies StaffCallName[],
})

const fileContent = {
  staffFile: binaryContent('application/octet-stream'),
  exportContent: binaryContent('application/octet-stream'),
  importErrors: textContent('text/csv'),
  printPasswordSlip: binaryContent('application/pdf'),
  seatingList: binaryContent('application/pdf'),
  attendanceSheet: binaryContent('application/pdf'),
  printedDoorList: binaryContent('application/pdf'),
  seatLabels: binaryContent('application/pdf'),
} satisfies Partial<Record<StaffCallName, object>>

/** What follows from who may call it and what is sent. */
const deriveErrors = ({ access, fresh, body, query, params }: Contract): AnyErrorCode[] => [
  ...(body || query || params ? (['invalid_request'] as const) : []),
  ...(access === 'public' ? [] : (['not_logged_in', 'cross_site_request'] as const)),
  ...(access.startsWith('staff:') ? (['not_permitted'] as const) : []),
  ...(fresh ? (['fresh_sign_in_required'] as const) : []),
  ...(params ? (['not_found'] as const) : []),
  'too_many_requests',
  'unavailable',
]
