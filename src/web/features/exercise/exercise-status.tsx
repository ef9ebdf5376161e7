import { longDate } from '#shared/format/dates.ts'
import type { PublicFacts } from '#web/entities/exercise/exercise.ts'
import { ToneIcon } from '#web/ui/feedback/tone.tsx'
import styles from './home-page.module.css'

/** Whether one can still apply, and until when. */
export const ExerciseStanding = ({ exercise: { status, deadline } }: { exercise: PublicFacts }) => (
  <p className={styles.standing}>
    <ToneIcon tone={status === 'closed' ? 'warning' : 'success'} />
    {status === 'closed' ? 'Application is currently closed' : 'Applications are open'}
    {deadline && <span>. Submit by {longDate(deadline)}</span>}
  </p>
)
