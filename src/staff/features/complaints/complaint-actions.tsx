import type { ComplaintThread } from '#shared/api/staff/complaints.ts'
import { complaintCategories } from '#shared/staff/columns.ts'
import { useAction } from '#web/lib/actions/use-action.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import { describeFailure, hasCode, type StaffCallOptions, staffCall } from '../../lib/staff-call.ts'
import { useMay, useMe } from '../../lib/staff-session.ts'
import { Actions } from '../../ui/actions.tsx'
import styles from './complaint-page.module.css'

type Change = Omit<StaffCallOptions<'changeComplaint'>['body'], 'version'>

interface Props {
  complaint: ComplaintThread
  onChanged: (complaint: ComplaintThread) => void
  onFailed: (error: unknown) => void
}

/** Whose it is, whether it is done, and what it is about. */
export function ComplaintActions({ complaint, onChanged, onFailed }: Props) {
  const { number, version, state, category, assignedTo } = complaint
  const { id } = useMe()
  const may = useMay()
  const { run, isPending } = useAction(
    async (change: Change, message: string) => {
      const { data } = await staffCall('changeComplaint', { params: { number }, body: { ...change, version } })
      toast.success(message)
      onChanged(data)
    },
    {
      onError(error) {
        onFailed(error)
        if (!hasCode(error, 'changed_meanwhile')) toast.error(describeFailure(error))
      },
    },
  )
  if (!may('complaint:assign')) return null
  const createButton = (label: string, change: Change, message: string) => (
    <Button variant="secondary" busy={isPending} onClick={() => void run(change, message)}>
      {label}
    </Button>
  )
  const isOver = state === 'closed' || state === 'junk'
  return (
    <div className={styles.actions}>
      <Actions>
        {assignedTo?.id === id
          ? createButton('Give back', { assignedTo: null }, 'The complaint is assigned to nobody.')
          : createButton('Assign to me', { assignedTo: id }, 'The complaint is assigned to you.')}
        {isOver
          ? createButton('Open again', { state: 'open' }, 'The complaint is open again.')
          : createButton('Close', { state: 'closed' }, 'The complaint is closed.')}
        {!isOver && createButton('Mark as junk', { state: 'junk' }, 'The complaint is marked as junk.')}
      </Actions>
      <form
        className={styles.category}
        onSubmit={(event) => {
          event.preventDefault()
          const chosen = String(new FormData(event.currentTarget).get('category'))
          if (chosen in complaintCategories)
            void run({ category: chosen as NonNullable<Change['category']> }, 'The category is set.')
        }}
      >
        <Select
          key={category}
          label="Category"
          name="category"
          options={complaintCategories}
          defaultValue={category ?? ''}
        />
        <Button type="submit" variant="secondary" busy={isPending}>
          Set category
        </Button>
      </form>
    </div>
  )
}
