import { Link } from 'react-router'
import { screens } from '#shared/routes.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import styles from './nin-error.module.css'

interface Props {
  message: string
  /** Each a sentence of its own: fact by fact on a mismatch. */
  details: readonly string[]
  /** Whether the applicant's form is open meanwhile. */
  goOn: boolean
}

/** What came of a look-up that verified nothing. */
export const NinComplaint = ({ message, details, goOn }: Props) => (
  <Banner tone="error" role="alert" title={message}>
    {details.length > 0 && (
      <ul className={styles.details}>
        {details.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    )}
    {goOn && <Link to={screens.application}>Go on with your form</Link>}
  </Banner>
)
