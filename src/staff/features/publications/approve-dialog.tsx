import { useState } from 'react'
import { describeFailure, hasCode } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatCount } from '#shared/format/numbers.ts'
import { useFreshSignIn } from '#staff/entities/session/fresh-sign-in.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { formatApplications } from './publication-state.tsx'
import { useNewest } from './use-newest.ts'

interface Props {
  publication: PublicationDetails
  onClose: () => void
}

/** The count is typed, so that nobody approves another publication than the one that they think of. */
export function ApproveDialog({ publication, onClose }: Props) {
  const { id, version, digest, currentDigest, differences, publishAt, counts } = publication
  const runFresh = useFreshSignIn()
  const take = useNewest(id)
  const [typedError, setTypedError] = useState<string>()
  const dropped = differences.rows.filter(({ now }) => now === null).length
  const count = counts.items - dropped
  const { run, isPending, error } = useAction(
    async (form: FormData) => {
      const typed = Number(String(form.get('count')).replace(/[\s,]/g, ''))
      setTypedError(typed === count ? undefined : `Type ${formatCount(count)} to go on.`)
      if (typed !== count) return
      const approval = { digest: currentDigest ?? digest ?? '', version }
      const { data } = await runFresh(() => staffCall('approvePublication', { params: { id }, body: approval }))
      toast.success(data.publishAt ? 'Approved. It is published at its moment.' : 'Approved. It is being published.')
      await take(data)
      onClose()
    },
    // What was decided anew appears on the page behind.
    { onError: () => void take() },
  )
  const isChanged = hasCode(error, 'publication_changed') || hasCode(error, 'changed_meanwhile')
  return (
    <Dialog title={`Approve ${formatApplications(count)}`} onClose={onClose}>
      <FormStack onSubmit={run}>
        <p>
          {publishAt && Date.parse(publishAt) > Date.now()
            ? `On ${formatDateTime(publishAt)} all applicants see the outcome`
            : 'All applicants see the outcome at once'}
          , and each gets an email. An email cannot be called back.
        </p>
        {differences.count > 0 && !isChanged && (
          <Banner tone="warning">
            You approve it with what was decided anew: {formatApplications(differences.count)}.
          </Banner>
        )}
        <FormError>{error ? describeFailure(error) : null}</FormError>
        {isChanged ? (
          <Actions>
            <Button onClick={onClose}>Look at the differences</Button>
          </Actions>
        ) : (
          <>
            <TextInput
              label="How many applications are published"
              hint={`Type ${formatCount(count)}.`}
              name="count"
              inputMode="numeric"
              autoComplete="off"
              error={typedError}
            />
            <Actions>
              <Button type="submit" busy={isPending}>
                Approve
              </Button>
              <Button variant="secondary" onClick={onClose}>
                Cancel
              </Button>
            </Actions>
          </>
        )}
      </FormStack>
    </Dialog>
  )
}
