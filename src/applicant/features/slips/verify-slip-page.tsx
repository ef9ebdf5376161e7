// Where anybody can check a slip: by its code, or by the QR code that leads to the result.
import { useEffect } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { Sheet } from '#kit/ui/layout/sheet.tsx'
import { isSlipCode, normalizeSlipCode } from '#shared/policy/slip-code.ts'
import { getVerifySlipPath } from '#shared/routes.ts'
import { CodeForm } from './code-form.tsx'
import { SlipResult } from './slip-result.tsx'
import styles from './verify-slip-page.module.css'

export function Component() {
  const { code } = useParams()
  useSubmittedCode()
  return (
    <div className={styles.page}>
      <Sheet title={code ? 'Is this slip genuine?' : 'Check a slip'}>
        {code ? (
          <SlipResult key={code} code={normalizeSlipCode(code)} />
        ) : (
          <p>Every slip has a code at its foot. Type it here to see whether the slip is genuine, and whose it is.</p>
        )}
        <CodeForm key={`after ${code}`} label={code ? 'Check another slip' : 'Code on the slip'} />
      </Sheet>
    </div>
  )
}

/** A form that was sent before its script had loaded leads to `/verify?code=…`. */
function useSubmittedCode() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const code = normalizeSlipCode(query.get('code') ?? '')
  useEffect(() => {
    if (isSlipCode(code)) void navigate(getVerifySlipPath(code), { replace: true })
  }, [code, navigate])
}
