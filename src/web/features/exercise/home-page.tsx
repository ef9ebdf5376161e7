import { screens } from '#shared/routes.ts'
import { advertLink, useExercise } from '#web/entities/exercise/exercise.ts'
import { useSession } from '#web/entities/session/session.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { Mark } from '#web/ui/layout/mark.tsx'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import { ExerciseStanding } from './exercise-status.tsx'
import styles from './home-page.module.css'
import { HowToApply } from './how-to-apply.tsx'
import { OpenPosts } from './open-posts.tsx'

/** What is recruited for, by whom, and how one applies. */
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
            {schoolsOf(exercise.posts)}. Applicants use the account that was issued to them.
          </p>
          <div className={styles.actions}>
            <ButtonLink className={styles.onDark} to={token ? screens.dashboard : screens.login}>
              {token ? 'Go to your dashboard' : 'Log in'}
            </ButtonLink>
            <a className={`${buttonClass('quiet')} ${styles.quietOnDark}`} href={advertLink} download>
              Download the advert (PDF)
            </a>
          </div>
          <ExerciseStanding exercise={exercise} />
          <div className={styles.seal}>
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

function schoolsOf(posts: readonly { school: string }[]): string {
  const names = [...new Set(posts.map(({ school }) => school))]
  const last = names.pop() ?? ''
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last
}
