import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { delays } from '#shared/policy/limits.ts'
import { paths } from '#shared/routes.ts'
import { Button } from '#web/ui/actions/button.tsx'
import styles from './success-step.module.css'

/** Print Slip opens the slip after three seconds (specification, section 9). */
export function SuccessStep({ applicationId }: { applicationId: string }) {
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
      <p>Your application has been successfully submitted.</p>
      <p>
        Application ID: <strong className={styles.number}>{applicationId}</strong>
      </p>
      <p>A confirmation has been sent to your email.</p>
      <Button busy={isRedirecting} onClick={() => setRedirecting(true)}>
        Print Slip
      </Button>
    </div>
  )
}
