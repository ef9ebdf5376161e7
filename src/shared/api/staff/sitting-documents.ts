import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { byId } from './requests.ts'

const printed = {
  area: 'Staff: sittings',
  access: 'staff:sitting:manage',
  scope: 'sitting',
  fresh: true,
  limits: staffLimits.files,
  params: byId,
} as const

export const staffSittingDocumentContracts = {
  seatingList: { ...printed, summary: 'Who sits where, by seat, as PDF' },
  attendanceSheet: { ...printed, summary: 'The sheet that applicants sign, with their photographs, as PDF' },
  printedDoorList: { ...printed, summary: 'Who is let in, by name, as PDF' },
  seatLabels: { ...printed, summary: 'Labels for the seats, as PDF' },
} as const satisfies Record<string, StaffContract>
