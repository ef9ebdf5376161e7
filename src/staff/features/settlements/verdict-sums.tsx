// What lines and payments are, compared with each other: counts and sums, each with its lines.
import { Link } from 'react-router'
import type { VerdictSums } from '#shared/api/staff/settlements.ts'
import { formatCount, formatNaira } from '#shared/format/numbers.ts'
import { addQuery, staffPaths } from '#shared/staff/paths.ts'
import {
  type SettlementVerdict,
  settlementVerdictMeanings,
  settlementVerdictNames,
  settlementVerdicts,
} from '#shared/staff/settlements.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import styles from './settlements.module.css'

interface Props {
  caption: string
  sums: VerdictSums
  /** Of the list with the lines; absent while nothing is stored. */
  query?: Readonly<Record<string, string>>
  without?: readonly SettlementVerdict[]
}

/** Verdicts that nothing has stand in one sentence below the others. */
export function VerdictTable({ caption, sums, query, without = [] }: Props) {
  const listed = settlementVerdictNames.filter((verdict) => !without.includes(verdict))
  const found = listed.filter((verdict) => sums[verdict].count > 0)
  const absent = listed.filter((verdict) => sums[verdict].count === 0)
  return (
    <>
      {found.length > 0 && (
        <RowTable
          caption={caption}
          headings={['Compared', 'Lines', 'Amount']}
          numeric={['Lines', 'Amount']}
          phone={{ end: 'Amount', named: ['Lines'] }}
          rows={found.map((verdict) => ({
            key: verdict,
            cells: [
              <span key="verdict">
                {query ? (
                  <Link to={addQuery(staffPaths.reconciliation, { ...query, verdict })}>
                    {settlementVerdicts[verdict]}
                  </Link>
                ) : (
                  settlementVerdicts[verdict]
                )}
                <span className={styles.meaning}>{settlementVerdictMeanings[verdict]}</span>
              </span>,
              formatCount(sums[verdict].count),
              formatNaira(sums[verdict].amount),
            ],
          }))}
        />
      )}
      {absent.length > 0 && <p>None: {absent.map((verdict) => settlementVerdicts[verdict]).join(', ')}.</p>}
    </>
  )
}
