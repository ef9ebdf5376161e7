// The details of an event in the words of the pages: calls and errors by what they say, not by their names in the code.
import { contracts } from '#shared/api/applicant/contracts.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import type { AuditRow } from '#shared/lists/audit.ts'
import { errors } from '#shared/messages/errors.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'

const calls: Readonly<Record<string, { summary: string }>> = { ...contracts, ...staffContracts }
const messages: Readonly<Record<string, { message: string }>> = { ...errors, ...staffErrors }

const listBy = <K extends string>(key: K, described: Readonly<Record<string, Readonly<Record<K, string>>>>) =>
  JSON.stringify(Object.fromEntries(Object.entries(described).map(([name, one]) => [name, one[key]])))
/** By name, as JSON. */
export const wordings = { calls: listBy('summary', calls), messages: listBy('message', messages) }

export function describeDetail(detail: AuditRow['detail']): AuditRow['detail'] {
  const { call, code } = detail
  return {
    ...detail,
    ...(typeof call === 'string' && calls[call] && { call: calls[call].summary }),
    ...(typeof code === 'string' && messages[code] && { code: messages[code].message }),
  }
}
