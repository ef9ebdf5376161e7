import { UserRound } from 'lucide-react'
import { photoCaptions } from '#shared/slips/photo-captions.ts'
import styles from './photos.module.css'

interface Props {
  name: string
  /** From the NIN register. */
  ninPassport: string | null
  /** Uploaded by the applicant. */
  passport: string | null
}

/** The photo of the NIN register beside the uploaded one. */
export const Photos = ({ name, ninPassport, passport }: Props) => (
  <div className={styles.photos}>
    <Photo link={ninPassport} caption={photoCaptions.nin} of={name} />
    <Photo link={passport} caption={photoCaptions.uploaded} of={name} />
  </div>
)

const Photo = ({ link, caption, of }: { link: string | null; caption: string; of: string }) => (
  <figure className={styles.photo}>
    {link ? (
      <img src={link} alt={`${of}, ${caption}`} />
    ) : (
      <span className={styles.none}>
        <UserRound size={40} aria-hidden="true" />
        {photoCaptions.none}
      </span>
    )}
    <figcaption>{caption}</figcaption>
  </figure>
)
