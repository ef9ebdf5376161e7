// What lines and payments are, compared with each other: counts and sums, each with its lines.
import { Link } from 'react-router'
import { PlainTable } from '#kit/ui/layout/plain-table.tsx'
import type { VerdictSums } from '#shared/api/staff/settlements.ts'
import { formatCount, formatNaira } from '#shared/format/numbers.ts'
import { addQuery, staffPaths } from '#shared/staff/paths.ts'
import {
  type SettlementVerdict,
  settlementVerdictMeanings,
  settlementVerdictNames,
  settlementVerdicts,
} from '#shared/staff/settlements.ts'
import styles from './settlements.module.css'

interface Props {
  caption: string
  sums: VerdictSums
  /** Of the list with the lines; absent while nothing is stored. */
  query?: Readonly<Record<string, string>>
  without?: readonly SettlementVerdict[]
}

export const VerdictTable = ({ caption, sums, query, without = [] }: Props) => (
  <PlainTable
    caption={caption}
    headings={['Compared', 'Lines', 'Amount']}
    numeric={['Lines', 'Amount']}
    rows={settlementVerdictNames
      .filter((verdict) => !without.includes(verdict))
      .map((verdict) => ({
        key: verdict,
        cells: [
          <span key="verdict">
            {query && sums[verdict].count > 0 ? (
              <Link to={addQuery(staffPaths.reconciliation, { ...query, verdict })}>{settlementVerdicts[verdict]}</Link>
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
)
