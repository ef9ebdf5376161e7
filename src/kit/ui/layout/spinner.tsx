import styles from './spinner.module.css'

/** 20 px, in the colour of the surrounding text, which says what is going on. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" data-spinner="" />
