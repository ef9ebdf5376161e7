import { LogoutButton } from './logout-button.tsx'
import styles from './public-layout.module.css'
import { SessionPerson } from './session-person.tsx'

/** Who is logged in, and the logout, in the header of the public pages, whose navigation has the other links. */
export const PublicSession = () => (
  <section className={styles.session} aria-label="Your session">
    <SessionPerson className={styles.person} />
    <LogoutButton />
  </section>
)
