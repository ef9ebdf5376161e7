import { UserRound } from 'lucide-react'
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
    <Photo link={ninPassport} caption="NIN photo" of={name} />
    <Photo link={passport} caption="Uploaded photo" of={name} />
  </div>
)

const Photo = ({ link, caption, of }: { link: string | null; caption: string; of: string }) => (
  <figure className={styles.photo}>
    {link ? (
      <img src={link} alt={`${of}, ${caption}`} />
    ) : (
      <span className={styles.none}>
        <UserRound size={40} aria-hidden="true" />
        None yet
      </span>
    )}
    <figcaption>{caption}</figcaption>
  </figure>
)
