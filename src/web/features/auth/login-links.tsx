import { Link } from 'react-router'
import { screens } from '#shared/routes.ts'
import { advertLink } from '#web/entities/exercise/exercise.ts'
import styles from './login-page.module.css'

/** Where else one can go from the login. */
export const LoginLinks = () => (
  <ul className={styles.links}>
    <li>
      <Link to={screens.forgotPassword}>Forgot password?</Link>
    </li>
    <li>
      Registered but Haven't Paid? <Link to={screens.pay}>Pay Now</Link>
    </li>
    <li>
      Need help? <Link to={screens.contact}>Contact Us</Link>
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
