import { Link } from 'react-router'
import type { User } from '#shared/api/accounts.ts'
import { getNextTask } from '#shared/policy/applicant-status.ts'
import { paths } from '#shared/routes.ts'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import styles from './promo.module.css'

/** The next task, and the link to the application. */
export function Promo({ user, submitted }: { user: User; submitted: boolean }) {
  const task = getNextTask(user, submitted)
  return (
    <section className={styles.promo} aria-labelledby="promo">
      <div className={styles.text}>
        <h2 id="promo">{submitted ? 'Your application is submitted' : 'Complete your application'}</h2>
        <p>
          {submitted
            ? 'We have received it. Results and notes appear on this page.'
            : 'Seven steps, saved as you write, here and on our server. You can stop and go on at any time.'}
        </p>
        {task.to !== paths.application && (
          <p>
            Next: <Link to={task.to}>{task.label}</Link>
          </p>
        )}
      </div>
      <ButtonLink to={paths.application} className={styles.button}>
        Continue Application
      </ButtonLink>
    </section>
  )
}
