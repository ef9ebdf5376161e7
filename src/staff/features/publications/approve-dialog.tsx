import { useState } from 'react'
import { createFieldError, hasCode } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { usePublicationAction } from './use-publication-action.ts'

interface Props {
  publication: PublicationDetails
  onClose: () => void
}

/**
 * The count is typed, so that nobody approves another publication than the one that they think of. It sends what the person
 * saw when it was opened: what changes meanwhile is refused.
 */
export function ApproveDialog({ publication, onClose }: Props) {
  const [seen] = useState(publication)
  const { id, version, digest, currentDigest, currentCount, differences, publishAt, counts } = seen
  const count = currentCount ?? counts.items
  const { run, isPending, error, errors, thrown } = usePublicationAction(
    id,
    async (form: FormData) => {
      const typed = Number(String(form.get('count')).replace(/[\s,]/g, ''))
      if (typed !== count) throw createFieldError('count', `Enter ${formatCount(count)} to continue.`)
      return staffCall('approvePublication', {
        params: { id },
        body: { digest: currentDigest ?? digest ?? '', version },
      })
    },
    {
      fields: ['count'],
      describe: (newest) =>
        newest.publishAt ? 'Approved. It is published at its moment.' : 'Approved. It is being published.',
      onDone: onClose,
    },
  )
  const isChanged = hasCode(thrown, 'publication_changed') || hasCode(thrown, 'changed_meanwhile')
  return (
    <Dialog
      title={`Approve ${formatCounted(count, 'application')}`}
      intro={
        <>
          <p>
            {publishAt && Date.parse(publishAt) > Date.now()
              ? `On ${formatDateTime(publishAt)} all applicants see the outcome`
              : 'All applicants see the outcome at once'}
            , and each gets an email. An email cannot be called back.
          </p>
          {differences.count > 0 && !isChanged && (
            <Banner tone="warning">
              You approve it with what was decided anew: {formatCounted(differences.count, 'application')}.
            </Banner>
          )}
        </>
      }
      onClose={onClose}
    >
      <FormStack onSubmit={run}>
        <FormError>{error}</FormError>
        {isChanged ? (
          <Actions>
            <Button onClick={onClose}>Look at the differences</Button>
          </Actions>
        ) : (
          <>
            <TextInput
              label="How many applications are published"
              hint={`Enter ${formatCount(count)}.`}
              name="count"
              inputMode="numeric"
              error={errors.count}
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
