// What step 1 shows besides its questions: the account's details, and the passport photo.
import { useState } from 'react'
import { Link } from 'react-router'
import type { User } from '#shared/api/accounts.ts'
import { getApplicantFacts } from '#shared/application/applicant-facts.ts'
import { paths } from '#shared/routes.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FactList } from '#web/ui/layout/fact-list.tsx'
import { LazyPassportPhoto } from './lazy-parts.tsx'
import styles from './personal-facts.module.css'

/** Phones show the first three facts until the applicant asks for all, so that the questions are on the first screen. */
export function PersonalFacts({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.facts} aria-labelledby="account-facts" data-open={isOpen || undefined}>
      <h2 id="account-facts">Your details on record</h2>
      <FactList facts={getApplicantFacts(user)} />
      <div className={styles.foot}>
        <p>
          Wrong? <Link to={paths.contact}>Contact us</Link>
        </p>
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : 'Show all'}
        </Button>
      </div>
    </section>
  )
}

export const passportPhotoId = 'passport-photo'

export const PassportPhotoSection = ({ user }: { user: User }) => (
  <section className={styles.facts}>
    <h2 id={passportPhotoId} tabIndex={-1}>
      Passport photo
    </h2>
    <LazyPassportPhoto user={user} />
  </section>
)
