import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { useId } from 'react'
import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import type { CaseDetails } from '#staff/entities/application/application-query.ts'
import styles from './case.module.css'

const labels = {
  meets: ['done', 'Meets them'],
  falls_short: ['wrong', 'Falls short'],
  unclear: ['waiting', 'Unclear'],
} as const satisfies Record<string, readonly [StatusKind, string]>

const results = {
  met: { kind: 'done', icon: CircleCheck, text: 'met' },
  missing: { kind: 'wrong', icon: CircleAlert, text: 'not met' },
  unclear: { kind: 'waiting', icon: Clock, text: 'unclear' },
} as const

const getResult = (isMet: boolean | null) => results[isMet === null ? 'unclear' : isMet ? 'met' : 'missing']

/** What the post asks, and what the answers say to it. */
export function RequirementSummary({ requirements }: Pick<CaseDetails, 'requirements'>) {
  const heading = useId()
  if (!requirements) return null
  const { suggestion, summary, checks } = requirements
  const [kind, label] = suggestion === 'none' ? ([] as const) : labels[suggestion]
  return (
    <section className={styles.check} aria-labelledby={heading}>
      <div className={styles.checkHead}>
        <h2 id={heading}>Requirements</h2>
        {kind && <Status kind={kind}>{label}</Status>}
      </div>
      <p>{suggestion === 'none' ? 'No requirements are set for this post.' : `${summary} A suggestion: you decide.`}</p>
      {checks.length > 0 && (
        <ul className={styles.checks}>
          {checks.map(({ name, label: asks, asked, found, isMet }) => {
            const result = getResult(isMet)
            return (
              <li key={name} data-kind={result.kind}>
                <Icon icon={result.icon} size="small" />
                <span>
                  {asks}: <strong>{result.text}</strong>. Asked {asked}, {found ? `found ${found}` : 'not said'}.
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
