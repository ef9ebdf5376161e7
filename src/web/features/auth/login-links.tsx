import { Link } from 'react-router'
import { paths } from '#shared/routes.ts'
import { advertLink } from '#web/entities/exercise/exercise.ts'
import styles from './login-page.module.css'

export const LoginLinks = () => (
  <ul className={styles.links}>
    <li>
      <Link to={paths.forgotPassword}>Forgot password?</Link>
    </li>
    <li>
      Registered but Haven't Paid? <Link to={paths.pay}>Pay Now</Link>
    </li>
    <li>
      Need help? <Link to={paths.contact}>Contact Us</Link>
    </li>
    <li>
      Internal/External Recruitment Advert:{' '}
      <a href={advertLink} download>
        Click to Download
      </a>{' '}
      (PDF)
    </li>
  </ul>
)
