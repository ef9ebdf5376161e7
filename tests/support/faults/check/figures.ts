// The figures of a fault, printed for docs/faults.md.
import type { Ledger, Outcome } from './expected-state.ts'

/** Such as `kill -9 of the server: 200 kills; …`. */
export function print(fault: string, figures: Record<string, number | string>): void {
  const words = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`)
  process.stdout.write(`${fault}: ${words.join(', ')}\n`)
}

/** How requests were answered the first time, and what the retries of the others came to. */
export function tally({ entries }: Pick<Ledger, 'entries'>): Record<string, number> {
  const first = (kind: Outcome['kind']) => entries.filter(({ outcomes }) => outcomes[0]?.kind === kind).length
  const settled = entries.filter(({ outcomes }) => outcomes.length > 1 && outcomes.at(-1)?.kind === 'acknowledged')
  return {
    requests: entries.length,
    acknowledged: first('acknowledged'),
    refused: first('refused'),
    'told to try again': first('deferred'),
    unanswered: first('unanswered'),
    'acknowledged by one retry': settled.length,
  }
}
