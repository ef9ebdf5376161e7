import { Link } from 'react-router'
import { paths } from '#shared/routes.ts'
import type { PublicExercise } from '#web/entities/exercise/exercise.ts'
import styles from './footer.module.css'

export const Footer = ({ exercise: { institution, vendor } }: { exercise: PublicExercise }) => (
  <footer className={styles.footer}>
    <span>{institution}</span>
    <Link to={paths.contact}>Contact us</Link>
    <Link to={paths.privacy}>Privacy</Link>
    <span>Powered by {vendor.url ? <a href={vendor.url}>{vendor.name}</a> : vendor.name}</span>
  </footer>
)
