import { Link } from 'react-router'
import { formatNaira } from '#shared/format/numbers.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { getTotalDue } from '#shared/policy/money.ts'
import { paths } from '#shared/routes.ts'
import type { PublicExercise } from '#web/entities/exercise/exercise.ts'
import styles from './home-page.module.css'

export const HowToApply = ({ exercise: { fee, charge } }: { exercise: PublicExercise }) => (
  <div className={styles.columns}>
    <section aria-labelledby="how">
      <h2 id="how" className={styles.heading}>
        How to apply
      </h2>
      <ol className={styles.steps}>
        <li>
          <h3>Log in</h3>
          <p>Use the User ID and password that were issued to you, then choose a password of your own.</p>
        </li>
        <li>
          <h3>Pay the application fee</h3>
          <p>
            Generate a Remita reference (RRR) and pay {formatNaira(getTotalDue({ amount: fee, charge }))} online or at
            any bank branch. The fee is non-refundable.
          </p>
        </li>
        <li>
          <h3>Verify your NIN</h3>
          <p>Have your 11-digit National Identification Number at hand.</p>
        </li>
        <li>
          <h3>Fill in the form</h3>
          <p>
            Seven steps, saved as you write. Have scans of your certificates ready: PDF, JPEG or PNG, at most{' '}
            {uploadLimits.label} each.
          </p>
        </li>
        <li>
          <h3>Submit and print</h3>
          <p>Check the preview, submit, and print your application and payment slips.</p>
        </li>
      </ol>
    </section>
    <section aria-labelledby="ready" className={styles.ready}>
      <h2 id="ready">Have ready</h2>
      <ul>
        <li>Your User ID and password</li>
        <li>Your NIN, and the phone it is registered with</li>
        <li>A passport photo</li>
        <li>Scans of your certificates and publications</li>
        <li>The years of every school and post you were at</li>
        <li>Name, email and phone of three referees</li>
      </ul>
      <p>
        Something unclear, or no account yet? <Link to={paths.contact}>Contact us</Link>.
      </p>
    </section>
  </div>
)
