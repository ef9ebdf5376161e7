import {
  advertLink,
  type PublicExercise,
  useExercise,
  useExerciseRefresh,
} from '#applicant/entities/exercise/exercise.ts'
import { useSession } from '#applicant/entities/session/session.ts'
import { useServerTime } from '#applicant/http/server-clock.ts'
import { buttonClass } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { ToneIcon } from '#kit/ui/feedback/tone.tsx'
import { Mark } from '#kit/ui/layout/mark.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { describeDeadline } from '#shared/messages/deadline.ts'
import { refusals } from '#shared/messages/refusals.ts'
import { isPastDeadline } from '#shared/policy/deadline.ts'
import { isExercise, noExercise } from '#shared/reference-data/exercise.ts'
import { paths } from '#shared/routes.ts'
import styles from './home-page.module.css'
import { HowToApply } from './how-to-apply.tsx'
import { OpenPosts } from './open-posts.tsx'

/** Who recruits for which posts, and how to apply. */
export function Component() {
  const exercise = useExercise()
  useExerciseRefresh()
  return isExercise(exercise) ? <Exercise exercise={exercise} /> : <NoExercise />
}

function NoExercise() {
  return (
    <div className={styles.hero}>
      <div className={styles.inner}>
        <PageTitle>{noExercise.institution}</PageTitle>
        <div className={styles.status}>
          <ToneIcon tone="info" />
          <p>{refusals.no_exercise}</p>
        </div>
        <p className={styles.lead}>When one opens, this page shows its posts and how to apply.</p>
        <div className={styles.logo}>
          <Mark size={224} />
        </div>
      </div>
    </div>
  )
}

function Exercise({ exercise }: { exercise: PublicExercise }) {
  const { token } = useSession()
  const now = useServerTime()
  const isPast = now !== null && isPastDeadline(exercise.deadline, now)
  const isClosed = exercise.status === 'closed' || isPast
  return (
    <>
      <div className={styles.hero}>
        <div className={styles.inner}>
          <PageTitle>
            {exercise.title} {exercise.year}
          </PageTitle>
          <ExerciseStatus isClosed={isClosed} isPast={isPast} now={now} deadline={exercise.deadline} />
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
          <div className={styles.logo}>
            <Mark size={224} />
          </div>
        </div>
      </div>
      <div className={styles.body}>
        <OpenPosts posts={exercise.posts} title={isClosed ? 'Posts' : 'Open posts'} />
        <HowToApply exercise={exercise} />
      </div>
    </>
  )
}

interface StatusProps {
  isClosed: boolean
  isPast: boolean
  deadline: string | null
  /** Null in the first render. */
  now: Date | null
}

/** Whether applications are open, what that means, and until when; first of all, because it decides the rest. */
function ExerciseStatus({ isClosed, isPast, deadline, now }: StatusProps) {
  return (
    <div className={styles.status}>
      <ToneIcon tone={isClosed ? 'warning' : 'success'} />
      <div>
        <p>{isClosed ? 'Application is currently closed' : 'Applications are open'}</p>
        {isClosed && (
          <p className={styles.meaning}>
            If an account was issued to you, you can still log in{isPast ? ' and pay.' : ', pay and submit.'}
          </p>
        )}
        {deadline && now && <p>{describeDeadline(deadline, now)}</p>}
      </div>
    </div>
  )
}

function joinSchools(posts: readonly { school: string }[]): string {
  const names = [...new Set(posts.map(({ school }) => school))]
  const last = names.pop() ?? ''
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last
}
