import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#kit/ui/actions/button.tsx'
import { TextLink } from '#kit/ui/actions/text-link.tsx'
import { formatDateTime } from '#shared/format/dates.ts'
import { delays } from '#shared/policy/limits.ts'
import { paths } from '#shared/routes.ts'
import styles from './success-step.module.css'

export interface SuccessProps {
  /** Without a time when it was submitted earlier, from another window. */
  submission: { applicationId: string; submittedAt?: string }
  isCorrection: boolean
}

/** Print Slip opens the slip after three seconds. */
export function SuccessStep({ submission: { applicationId, submittedAt }, isCorrection }: SuccessProps) {
  const navigate = useNavigate()
  const [isRedirecting, setRedirecting] = useState(false)
  useEffect(() => {
    if (!isRedirecting) return
    const timer = setTimeout(() => navigate(paths.prints), delays.redirect)
    return () => clearTimeout(timer)
  }, [isRedirecting, navigate])

  return (
    <div className={styles.success} role="status">
      <CircleCheck size={48} aria-hidden="true" className={styles.mark} />
      <p className={styles.title}>Congratulations!</p>
      <p>
        {isCorrection
          ? 'Your corrected application has been successfully submitted. It replaces what you sent before.'
          : 'Your application has been successfully submitted.'}
      </p>
      <p>
        Application ID: <strong className={styles.number}>{applicationId}</strong>
      </p>
      {submittedAt && <p>Submitted on {formatDateTime(submittedAt)}.</p>}
      <p>A confirmation has been sent to your email.</p>
      <div className={styles.next}>
        <h3>What happens next</h3>
        <ol>
          <li>
            {isCorrection
              ? 'Print the application slip again: the one that you printed before is no longer valid. Your Application ID stays the same.'
              : 'Print both slips now: the application slip and the payment slip. Keep your Application ID.'}
          </li>
          <li>
            The registry checks your application. The result and notes appear on your dashboard and come by email.
          </li>
          <li>If you are invited, the day, time and hall appear there too. Bring both slips with you.</li>
        </ol>
        <p>
          <TextLink to={paths.paymentSlip}>Payment slip</TextLink>
        </p>
        <p>
          <TextLink to={paths.dashboard}>Go to your dashboard</TextLink>
        </p>
      </div>
      <Button busy={isRedirecting} onClick={() => setRedirecting(true)}>
        Print Slip
      </Button>
    </div>
  )
}
