import { UserRound } from 'lucide-react'
import styles from './photos.module.css'

interface Props {
  name: string
  /** The photo of the identity service. */
  ninPassport: string | null
  /** The uploaded photo. */
  passport: string | null
}

/** The two photos of an application: who the register knows, and who applies. */
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
