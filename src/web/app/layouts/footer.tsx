import type { PublicFacts } from '#web/entities/exercise/exercise.ts'
import styles from './footer.module.css'

/** The institution and the credit to its vendor. */
export const Foot = ({ exercise: { institution, vendor } }: { exercise: PublicFacts }) => (
  <footer className={styles.foot}>
    <span>{institution}</span>
    <span>Powered by {vendor.url ? <a href={vendor.url}>{vendor.name}</a> : vendor.name}</span>
  </footer>
)
