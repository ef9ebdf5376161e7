import type { PublicExercise } from '#applicant/entities/exercise/exercise.ts'
import { TextLink, textLinkClass } from '#kit/ui/actions/text-link.tsx'
import { getPhoneLink } from '#shared/format/registry-contact.ts'
import { paths } from '#shared/routes.ts'
import styles from './footer.module.css'

export const Footer = ({ exercise: { institution, vendor, contact } }: { exercise: PublicExercise }) => (
  <footer className={styles.footer}>
    <span>{institution}</span>
    <TextLink to={paths.contact}>Contact us</TextLink>
    {contact.phone && (
      <span>
        Need help? Call{' '}
        <a href={getPhoneLink(contact.phone)} className={textLinkClass}>
          {contact.phone}
        </a>
        {contact.hours && `, ${contact.hours}`}
      </span>
    )}
    <TextLink to={paths.privacy}>Privacy</TextLink>
    {vendor.name && (
      <span>
        Powered by{' '}
        {vendor.url ? (
          <a href={vendor.url} className={textLinkClass}>
            {vendor.name}
          </a>
        ) : (
          vendor.name
        )}
      </span>
    )}
  </footer>
)
