import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { Card } from '#kit/ui/layout/card.tsx'
import type { HomeCounts } from '#shared/api/staff/lists/counts.ts'
import { formatCount } from '#shared/format/numbers.ts'
import { getListAddress } from './home-counts.ts'
import styles from './progress-card.module.css'

/** How many applicants have come how far: a bar for each step, as long as its share of those who began. */
export function ProgressCard({ progress }: Pick<HomeCounts, 'progress'>) {
  const all = progress[0]?.count ?? 0
  return (
    <Card title="Progress">
      {all === 0 ? (
        <p>No account has been issued in this exercise yet.</p>
      ) : (
        <ol className={styles.steps}>
          {progress.map((step) => (
            <li key={step.label}>
              <Link className={styles.step} to={getListAddress(step)}>
                <span className={styles.label}>{step.label}</span>{' '}
                <span
                  className={styles.track}
                  style={{ '--share': step.count / all } as CSSProperties}
                  aria-hidden="true"
                />
                <span className={styles.count}>{formatCount(step.count)}</span>{' '}
                <span className={styles.share}>{formatShare(step.count, all)}</span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

/** "39%"; never all or nothing for what is nearly so. */
function formatShare(count: number, all: number): string {
  const share = Math.round((count / all) * 100)
  if (count > 0 && share === 0) return '<1%'
  return `${count < all ? Math.min(share, 99) : share}%`
}
