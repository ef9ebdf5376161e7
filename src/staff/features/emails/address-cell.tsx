import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

interface Props {
  id: string
  /** What the email is called. */
  label: string
}

/** The address to which an email went, once it is asked for: the audit log records that somebody did. */
export function AddressCell({ id, label }: Props) {
  const [address, setAddress] = useState<string | null>(null)
  const { run, isPending } = useStaffAction(
    async () => {
      const { data } = await staffCall('emailAddress', { params: { id } })
      setAddress(data.address ?? '–')
    },
    { toastsErrors: true },
  )
  if (address !== null) return address
  return (
    <Button variant="quiet" busy={isPending} aria-label={`Show the address: ${label}`} onClick={() => void run()}>
      Show
    </Button>
  )
}
