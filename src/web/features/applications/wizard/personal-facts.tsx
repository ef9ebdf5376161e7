// The account's details on the first step.
import type { User } from '#shared/api/accounts.ts'
import { getApplicantFacts } from '#shared/application/application-tables.ts'
import { FactList } from '#web/ui/layout/fact-list.tsx'
import { LazyPassportPhoto } from './lazy-parts.tsx'
import styles from './personal-facts.module.css'

export const PersonalFacts = ({ user }: { user: User }) => (
  <section className={styles.facts} aria-labelledby="account-facts">
    <h2 id="account-facts">Your details on record</h2>
    <LazyPassportPhoto user={user} />
    <FactList facts={getApplicantFacts(user)} />
  </section>
)
