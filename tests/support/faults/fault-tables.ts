// Renders docs/provider-faults.md: one table per provider call, one row per fault.
import type { ProviderScenario, ScenarioResult } from './provider-scenarios.ts'

export interface ProviderFaultResult {
  call: ProviderScenario
  fault: string
  result: ScenarioResult
}

export const renderFaultTables = (
  calls: readonly ProviderScenario[],
  faults: readonly string[],
  results: readonly ProviderFaultResult[],
) => calls.map((call) => renderTable(call, faults, results)).join('\n')

function renderTable(
  call: ProviderScenario,
  faults: readonly string[],
  results: readonly ProviderFaultResult[],
): string {
  const rows = faults.map((fault) => {
    const found = results.find((one) => one.call === call && one.fault === fault)
    return `| ${[fault, ...(found ? renderCells(found.result) : ['cannot happen here', '', ''])].join(' | ')} |`
  })
  return [
    `## ${call}`,
    '',
    '| fault | the applicant saw | stored meanwhile | recovered by |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

const renderCells = ({ status, code, message, stored, isAlerted, recovery }: ScenarioResult) => [
  `${status}${code && ` \`${code}\``}: ${message}`,
  isAlerted ? `${stored}; the staff is alerted` : stored,
  recovery,
]
