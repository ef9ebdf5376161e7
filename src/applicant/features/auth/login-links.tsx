import { advertLink } from '#applicant/entities/exercise/exercise.ts'
import { TextLink, textLinkClass } from '#kit/ui/actions/text-link.tsx'
import { paths } from '#shared/routes.ts'
import styles from './login-page.module.css'

export const LoginLinks = ({ hasAdvert }: { hasAdvert: boolean }) => (
  <ul className={styles.links}>
    <li>
      <TextLink to={paths.forgotPassword}>Forgot password?</TextLink>
    </li>
    <li>
      Registered but Haven't Paid? <TextLink to={paths.pay}>Pay Now</TextLink>
    </li>
    <li>
      Need help? <TextLink to={paths.contact}>Contact Us</TextLink>
    </li>
    {hasAdvert && (
      <li>
        Internal/External Recruitment Advert:{' '}
        <a href={advertLink} download className={textLinkClass}>
          Click to Download
        </a>{' '}
        (PDF)
      </li>
    )}
  </ul>
)
