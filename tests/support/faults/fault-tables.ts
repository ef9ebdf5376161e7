// Markdown of what was seen when the providers misbehaved: a table for each call, a row for each fault.
import type { Ordeal, ProviderCall } from './provider-scenarios.ts'

export interface SeenFault {
  call: ProviderCall
  fault: string
  ordeal: Ordeal
}

export const tablesOf = (calls: readonly ProviderCall[], faults: readonly string[], seen: readonly SeenFault[]) =>
  calls.map((call) => tableOf(call, faults, seen)).join('\n')

function tableOf(call: ProviderCall, faults: readonly string[], seen: readonly SeenFault[]): string {
  const rows = faults.map((fault) => {
    const found = seen.find((one) => one.call === call && one.fault === fault)
    return `| ${[fault, ...(found ? cells(found.ordeal) : ['cannot happen here', '', ''])].join(' | ')} |`
  })
  return [
    `## ${call}`,
    '',
    '| the provider gives | the applicant saw | stored meanwhile | healed by |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

const cells = ({ status, code, sentence, stored, alerted, healed }: Ordeal) => [
  `${status}${code && ` \`${code}\``}: ${sentence}`,
  alerted ? `${stored}; the staff is alerted` : stored,
  healed,
]
