import type { ReactNode } from 'react'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { formatDateTime } from '#shared/format/dates.ts'
import styles from './withdrawal-message.module.css'

interface Props {
  withdrawal: { at: string; reason: string; person: { name: string } }
  children?: ReactNode
}

/** When the application was withdrawn, by whom, and how the applicant asked for it. */
export const WithdrawalMessage = ({ withdrawal: { at, reason, person }, children }: Props) => (
  <Banner tone="warning" title={`Withdrawn on ${formatDateTime(at)} by ${person.name}`}>
    <p className={styles.reason}>{reason}</p>
    <p>Nothing is reviewed, decided or published about the application. The applicant knows.</p>
    {children}
  </Banner>
)
