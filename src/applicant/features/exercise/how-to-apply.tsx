import { Link } from 'react-router'
import type { PublicExercise } from '#applicant/entities/exercise/exercise.ts'
import { applicationNeeds, describeApplicationSteps } from '#shared/messages/how-to-apply.ts'
import { paths } from '#shared/routes.ts'
import styles from './home-page.module.css'

export const HowToApply = ({ exercise }: { exercise: PublicExercise }) => (
  <div className={styles.columns}>
    <section aria-labelledby="how">
      <h2 id="how" className={styles.heading}>
        How to apply
      </h2>
      <ol className={styles.steps}>
        {describeApplicationSteps(exercise).map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
    <section aria-labelledby="ready" className={styles.ready}>
      <h2 id="ready">Have ready</h2>
      <ul>
        {applicationNeeds.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
      <p>
        Something unclear, or no account yet? <Link to={paths.contact}>Contact us</Link>.
      </p>
    </section>
  </div>
)
