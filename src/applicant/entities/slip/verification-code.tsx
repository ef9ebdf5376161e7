import { verificationInstruction } from '#shared/slips/slip-content.ts'
import styles from './verification-code.module.css'

interface Props {
  /** The QR code's image. */
  qrUrl: string
  /** "3F9A-02BC-77E1" */
  code: string
  /** Where the code can be typed in, without https://. */
  address: string
}

/** Lets anybody check a printed slip: a QR code, and the same code for typing. */
export const VerificationCode = ({ qrUrl, code, address }: Props) => (
  <div className={styles.verificationCode}>
    <img className={styles.qr} src={qrUrl} alt="" width="104" height="104" />
    <p className={styles.text}>
      Code <strong className={styles.code}>{code}</strong>
      <br />
      {verificationInstruction} <span className={styles.address}>{address}</span>
    </p>
  </div>
)
