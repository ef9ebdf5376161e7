// From the list of applications to a publication of exactly these.
import { useNavigate } from 'react-router'
import { useAction } from '#web/lib/actions/use-action.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormError } from '#web/ui/layout/form-stack.tsx'
import { describeFailure, type StaffCallOptions, staffCall } from '../../lib/staff-call.ts'

interface Props {
  /** Of the list, without order and pages. */
  filter: StaffCallOptions<'createSelection'>['body']['filter']
}

export function PublishListButton({ filter }: Props) {
  const navigate = useNavigate()
  const { run, isPending, error } = useAction(async () => {
    const { data } = await staffCall('createSelection', { body: { of: 'applications', filter } })
    await navigate(`/publications/new?selection=${data.id}`)
  })
  return (
    <>
      <Button variant="secondary" busy={isPending} onClick={() => void run()}>
        Publish this list
      </Button>
      <FormError>{error ? describeFailure(error) : null}</FormError>
    </>
  )
}
