import styles from './verification-code.module.css'

interface Props {
  /** The address of the QR code's image. */
  qr: string
  /** "3F9A-02BC-77E1" */
  code: string
  /** Where the code can be typed in, without https://. */
  address: string
}

/** By what anybody can find out whether a printed slip is genuine: a QR code, and the same to type. */
export const SlipSeal = ({ qr, code, address }: Props) => (
  <div className={styles.seal}>
    <img className={styles.qr} src={qr} alt="" width="104" height="104" />
    <p className={styles.words}>
      Code <strong className={styles.code}>{code}</strong>
      <br />
      To see that this slip is genuine, scan the square or open <span className={styles.address}>{address}</span>
    </p>
  </div>
)
