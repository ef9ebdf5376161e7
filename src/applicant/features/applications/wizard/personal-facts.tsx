// What step 1 shows besides its questions: the account's details, and the passport photo.
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#kit/ui/actions/button.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import { getApplicantFacts } from '#shared/application/applicant-facts.ts'
import { formatFullName } from '#shared/format/names.ts'
import { paths } from '#shared/routes.ts'
import { LazyPassportPhoto } from './lazy-parts.tsx'
import styles from './personal-facts.module.css'
import { passportPhotoId } from './use-step.ts'

/** Phones show only the name until the applicant asks for more, so that the first question is on the first screen. */
export function PersonalFacts({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.facts} aria-labelledby="account-facts" data-open={isOpen}>
      <h2 id="account-facts">Your details on record</h2>
      <div className={styles.folded}>
        <p>{formatFullName(user)}</p>
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : 'Show all'}
        </Button>
      </div>
      <FactList facts={getApplicantFacts(user)} />
      <p>
        Wrong? <Link to={paths.contact}>Contact us</Link>
      </p>
    </section>
  )
}

export const PassportPhotoSection = ({ user }: { user: User }) => (
  <section className={styles.facts} aria-labelledby={passportPhotoId}>
    <h2 id={passportPhotoId} tabIndex={-1}>
      Passport photo
    </h2>
    <LazyPassportPhoto user={user} />
  </section>
)
