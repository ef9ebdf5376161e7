import { useQuery } from '@tanstack/react-query'
import { hasCode, hasFieldErrors } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import type { ComplaintThread } from '#shared/api/staff/complaints.ts'
import { maxTypedNumber } from '#shared/api/staff/requests.ts'
import { complaintCategories } from '#shared/staff/complaints.ts'
import { useTextsOf } from '#staff/entities/exercise/exercise-texts.ts'
import { useMay, useMe } from '#staff/entities/session/staff-session.ts'
import { toastFailure, useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { type StaffCallOptions, staffCall } from '#staff/http/staff-call.ts'
import styles from './complaint-page.module.css'

type Change = Omit<StaffCallOptions<'changeComplaint'>['body'], 'version'>

interface Props {
  complaint: ComplaintThread
  /** @param isOwn whether nobody has answered since the page was read */
  onChanged: (complaint: ComplaintThread, isOwn: boolean) => void
  onFailed: (error: unknown) => void
}

const countAnswers = ({ messages }: ComplaintThread) => messages.filter(({ direction }) => direction === 'out').length

/** Whose it is, whether it is done, and what it is about. */
export function ComplaintActions({ complaint, onChanged, onFailed }: Props) {
  const { number, version, state, category, assignedTo } = complaint
  const { id } = useMe()
  const may = useMay()
  const { run, isPending, errors } = useStaffAction(
    async (change: Change, message: string) => {
      const { data } = await staffCall('changeComplaint', { params: { number }, body: { ...change, version } })
      // Taken also where all of it is so already, whatever a colleague has done since.
      onChanged(data, countAnswers(data) === countAnswers(complaint))
      return message
    },
    {
      fields: ['applicant'],
      onError(error) {
        onFailed(error)
        if (!hasCode(error, 'changed_meanwhile') && !hasFieldErrors(error)) toastFailure(error)
      },
    },
  )
  const categories = useTextsOf('category')
  if (!may('complaint:assign')) return null
  const offered = categories.filter(({ code, isOffered }) => isOffered || code === category)
  const categoryOptions = Object.fromEntries(offered.map(({ code, title }) => [code, title]))
  const createButton = (label: string, change: Change, message: string) => (
    <Button variant="secondary" busy={isPending} onClick={() => void run(change, message)}>
      {label}
    </Button>
  )
  const isOver = state === 'closed' || state === 'junk'
  return (
    <Card title="Handling" className={styles.handling}>
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
          options={categoryOptions}
          defaultValue={category ?? ''}
        />
        <Button type="submit" variant="secondary" busy={isPending}>
          Set category
        </Button>
      </form>
      <Assignment
        assignedTo={assignedTo}
        isPending={isPending}
        onAssign={(to, message) => void run({ assignedTo: to }, message)}
      />
      {!complaint.isLinked && (
        <LinkForm
          userId={complaint.userId ?? ''}
          isPending={isPending}
          error={errors.applicant}
          onLink={(applicant) => void run({ applicant }, 'The complaint is linked to the applicant.')}
        />
      )}
    </Card>
  )
}

interface AssignmentProps {
  assignedTo: ComplaintThread['assignedTo']
  isPending: boolean
  /** Null for nobody. */
  onAssign: (to: string | null, message: string) => void
}

function Assignment({ assignedTo, isPending, onAssign }: AssignmentProps) {
  const assignees = useQuery({
    queryKey: ['complaint-assignees'],
    queryFn: async ({ signal }) => (await staffCall('complaintAssignees', { signal })).data.rows,
  })
  const options = Object.fromEntries(
    // Who has it now may be assigned nothing any more, or not be known yet.
    [...(assignedTo ? [assignedTo] : []), ...(assignees.data ?? [])].map(({ id, name }) => [id, name]),
  )
  return (
    <form
      className={styles.category}
      onSubmit={(event) => {
        event.preventDefault()
        const to = String(new FormData(event.currentTarget).get('assignedTo'))
        const name = options[to]
        if (name) onAssign(to, `The complaint is assigned to ${name}.`)
        else if (assignedTo) onAssign(null, 'The complaint is assigned to nobody.')
      }}
    >
      <Select
        key={`${assignedTo?.id} ${assignees.isSuccess}`}
        label="Assigned to"
        name="assignedTo"
        options={options}
        placeholder="Nobody"
        hint={assignees.isError ? 'The names could not be loaded. Load the page again.' : undefined}
        defaultValue={assignedTo?.id ?? ''}
      />
      <Button type="submit" variant="secondary" busy={isPending}>
        Assign
      </Button>
    </form>
  )
}

interface LinkFormProps {
  /** As the sender typed it. */
  userId: string
  isPending: boolean
  error: string | undefined
  onLink: (userId: string) => void
}

const LinkForm = ({ userId, isPending, error, onLink }: LinkFormProps) => (
  <form
    className={styles.category}
    onSubmit={(event) => {
      event.preventDefault()
      onLink(String(new FormData(event.currentTarget).get('applicant')))
    }}
  >
    <TextInput
      label="User ID of the applicant"
      name="applicant"
      maxLength={maxTypedNumber}
      defaultValue={userId}
      error={error}
    />
    <Button type="submit" variant="secondary" busy={isPending}>
      Link the applicant
    </Button>
  </form>
)
