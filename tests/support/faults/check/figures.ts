// Prints the figures that docs/faults.md quotes.
import type { RequestLog, RequestOutcome } from './request-log.ts'

export function printFigures(scenario: string, figures: Record<string, number | string>): void {
  const parts = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`)
  process.stdout.write(`${scenario}: ${parts.join(', ')}\n`)
}

/** Counts requests by the outcome of their first attempt, and how many retries were acknowledged. */
export function countOutcomes({ entries }: Pick<RequestLog, 'entries'>): Record<string, number> {
  const first = (kind: RequestOutcome['kind']) => entries.filter(({ outcomes }) => outcomes[0]?.kind === kind).length
  const settled = entries.filter(({ outcomes }) => outcomes.length > 1 && outcomes.at(-1)?.kind === 'acknowledged')
  return {
    requests: entries.length,
    acknowledged: first('acknowledged'),
    refused: first('refused'),
    deferred: first('deferred'),
    unanswered: first('unanswered'),
    'acknowledged after one retry': settled.length,
  }
}
