import type { ReactNode } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { CopyButton } from '#kit/ui/actions/copy-button.tsx'
import styles from './recovery-codes.module.css'

/** New codes with ways to keep them; the children are further actions. */
export const RecoveryCodes = ({ codes, children }: { codes: readonly string[]; children: ReactNode }) => (
  <>
    <ul className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <div className={styles.actions}>
      <CopyButton text={codes.join('\n')} label="recovery codes" />
      <Button variant="secondary" onClick={() => print()}>
        Print
      </Button>
      {children}
    </div>
  </>
)
