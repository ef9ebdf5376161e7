import styles from './spinner.module.css'

/** 20 px, in the colour of the text around it; the words beside it say what is going on. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" data-spinner="" />
