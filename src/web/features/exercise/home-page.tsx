import { formatDate } from '#shared/format/dates.ts'
import { paths } from '#shared/routes.ts'
import { advertLink, type PublicExercise, useExercise } from '#web/entities/exercise/exercise.ts'
import { useSession } from '#web/entities/session/session.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { ToneIcon } from '#web/ui/feedback/tone.tsx'
import { Mark } from '#web/ui/layout/mark.tsx'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import styles from './home-page.module.css'
import { HowToApply } from './how-to-apply.tsx'
import { OpenPosts } from './open-posts.tsx'

/** Who recruits for which posts, and how to apply. */
export function Component() {
  const exercise = useExercise()
  const { token } = useSession()
  return (
    <>
      <div className={styles.hero}>
        <div className={styles.inner}>
          <p className={styles.year}>{exercise.institution}</p>
          <PageTitle>
            {exercise.title} {exercise.year}
          </PageTitle>
          <p className={styles.lead}>
            The institute appoints lecturers, instructors and technologists in the Schools of{' '}
            {joinSchools(exercise.posts)}. Applicants use the account that was issued to them.
          </p>
          <div className={styles.actions}>
            <ButtonLink className={styles.onDark} to={token ? paths.dashboard : paths.login}>
              {token ? 'Go to your dashboard' : 'Log in'}
            </ButtonLink>
            <a className={`${buttonClass('quiet')} ${styles.quietOnDark}`} href={advertLink} download>
              Download the advert (PDF)
            </a>
          </div>
          <ExerciseStatus exercise={exercise} />
          <div className={styles.logo}>
            <Mark size={224} />
          </div>
        </div>
      </div>
      <div className={styles.body}>
        <OpenPosts posts={exercise.posts} />
        <HowToApply exercise={exercise} />
      </div>
    </>
  )
}

const ExerciseStatus = ({ exercise: { status, deadline } }: { exercise: PublicExercise }) => (
  <p className={styles.status}>
    <ToneIcon tone={status === 'closed' ? 'warning' : 'success'} />
    {status === 'closed' ? 'Application is currently closed' : 'Applications are open'}
    {deadline && <span>. Submit by {formatDate(deadline)}</span>}
  </p>
)

function joinSchools(posts: readonly { school: string }[]): string {
  const names = [...new Set(posts.map(({ school }) => school))]
  const last = names.pop() ?? ''
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last
}
