// The limits of every call, as docs/operations.md lists them.
import { readFileSync } from 'node:fs'
import { type AnyCallName, allCalls } from '#shared/api/applicant/all-calls.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import type { CallLimits, Contract, Rate } from '#shared/api/contract.ts'
import { type StaffCallName, staffCalls } from '#shared/api/staff/calls.ts'
import type { StaffContract } from '#shared/api/staff/contract.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import { inProject } from '../setup/project.mjs'

export const limitsPage = 'docs/operations.md'

const begin = '<!-- written by npm run security-table -->\n\n'
const end = '\n\n<!-- end -->'

/** The page with the table as it should be. @throws Error when the page has no place for it */
export function replaceLimitsTable(page: string): string {
  const [before, rest = ''] = page.split(begin)
  const after = rest.split(end)[1]
  if (after === undefined) throw new Error(`${limitsPage} has no place for the table of limits.`)
  return `${before}${begin}${createLimitsTable()}${end}${after}`
}

export const readLimitsPage = (): string => readFileSync(inProject(limitsPage), 'utf8')

function createLimitsTable(): string {
  const rows = [
    ...(Object.entries(contracts) as [AnyCallName, Contract][]).map(([name, { limits }]) =>
      formatRow(allCalls[name], limits),
    ),
    ...(Object.entries(staffContracts) as [StaffCallName, StaffContract][]).map(([name, { limits }]) =>
      formatRow(staffCalls[name], limits),
    ),
  ]
  return ['| call | body | each account | each network | at once |', '|---|---|---|---|---|', ...rows].join('\n')
}

function formatRow(call: string, limits: CallLimits): string {
  const cells = [
    `\`${call}\``,
    formatBytes(limits.bodyBytes),
    formatRate(limits.perAccount),
    formatRate(limits.perNetwork),
    limits.concurrent ?? '',
  ]
  return `| ${cells.join(' | ')} |`
}

const kB = 1024

const formatBytes = (bytes: number) => (bytes < kB * kB ? `${bytes / kB} kB` : `${(bytes / kB / kB).toFixed(1)} MB`)

function formatRate(rate: Rate | undefined): string {
  if (!rate) return ''
  const { count, seconds, isShared } = rate
  const window = { 60: 'a minute', 600: 'in 10 minutes', 3600: 'an hour', 86400: 'a day' }[seconds] ?? `in ${seconds} s`
  return `${count.toLocaleString('en')} ${window}${isShared ? '' : ' *'}`
}
