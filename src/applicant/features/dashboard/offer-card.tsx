// What has become of the application at the end, with the offer and its answer. Loaded for those on the shortlist alone.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { summaryKey } from '#applicant/entities/application/own-application.ts'
import { call } from '#applicant/http/call.ts'
import { useAction } from '#kit/query/use-action.ts'
import { useIsHere } from '#kit/routing/use-is-here.ts'
import { Button, buttonClass } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import { getCallUrl } from '#shared/api/applicant/calls.ts'
import type { OwnOffer } from '#shared/api/applicant/offers.ts'
import { type OfferAnswer, type OfferState, offerStates, publishedFinalOutcomes } from '#shared/decisions/offers.ts'
import { formatDateTime } from '#shared/format/dates.ts'

const ownOffer = queryOptions({
  queryKey: ['offer'],
  queryFn: async ({ signal }) => (await call('myOffer', { signal })).data,
  refetchOnMount: 'always',
})

export function OfferCard() {
  const { data, isError, refetch } = useQuery(ownOffer)
  // Whether there is an offer is not known then, which must not look as if there were none.
  if (isError && !data?.outcome)
    return (
      <Banner tone="warning" role="alert" title="We could not read whether there is an offer for you">
        <Button variant="secondary" onClick={() => void refetch()}>
          Try again
        </Button>
      </Banner>
    )
  if (!data?.outcome) return null
  return (
    <Card title={publishedFinalOutcomes[data.outcome]}>
      {data.outcome === 'reserve' && (
        <p>You may still be offered the post if a place becomes free. We then write to you.</p>
      )}
      {data.outcome === 'unsuccessful' && <p>The recruitment has ended. Thank you for the time that you gave to it.</p>}
      {data.offer && data.post && <Offer offer={data.offer} post={data.post} />}
    </Card>
  )
}

const stateKinds: Record<OfferState, StatusKind> = {
  offered: 'new',
  accepted: 'done',
  declined: 'open',
  lapsed: 'wrong',
  withdrawn: 'wrong',
}

const sentences: Record<OfferState, string> = {
  offered: 'Read your offer letter, then accept or decline. Your answer is final.',
  accepted: 'You have accepted this offer. The registry writes to you about your appointment.',
  declined: 'You have declined this offer.',
  lapsed: 'This offer was not answered in time.',
  withdrawn: 'This offer has been withdrawn.',
}

interface Props {
  offer: NonNullable<OwnOffer['offer']>
  post: NonNullable<OwnOffer['post']>
}

/** What was seen when it was asked, whatever is read meanwhile. */
interface Asked {
  answer: OfferAnswer
  role: string
  offeredAt: string
}

function Offer({ offer: { state, until, offeredAt, settledAt }, post }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const isOpen = state === 'offered'
  const ask = (answer: OfferAnswer) => setAsked({ answer, role: post.role, offeredAt })
  return (
    <Stack>
      <p>
        <Status kind={stateKinds[state]}>{offerStates[state]}</Status>
      </p>
      <FactList
        facts={[
          ['Post', post.role],
          ['School', post.school],
          ...(post.department === null ? [] : ([['Department', post.department]] satisfies [string, string][])),
          ['Answer until', formatDateTime(until)],
          ...(settledAt && (state === 'accepted' || state === 'declined')
            ? ([['Answered', formatDateTime(settledAt)]] satisfies [string, string][])
            : []),
        ]}
      />
      <p role="status">{sentences[state]}</p>
      <Actions>
        {isOpen && <Button onClick={() => ask('accept')}>Accept</Button>}
        {isOpen && (
          <Button variant="secondary" onClick={() => ask('decline')}>
            Decline
          </Button>
        )}
        {(isOpen || state === 'accepted') && (
          <a className={buttonClass('secondary')} href={getCallUrl('offerLetter')}>
            Offer letter (PDF)
          </a>
        )}
      </Actions>
      {asked && <AnswerDialog {...asked} onClose={() => setAsked(null)} />}
    </Stack>
  )
}

const questions: Record<OfferAnswer, { title: string; text: (role: string) => string; button: string }> = {
  accept: {
    title: 'Accept the offer?',
    text: (role) => `You accept the appointment as ${role}. You cannot change this answer afterwards.`,
    button: 'Accept the offer',
  },
  decline: {
    title: 'Decline the offer?',
    text: (role) =>
      `You give up the appointment as ${role}, and somebody else may be offered it. You cannot change this answer afterwards.`,
    button: 'Decline the offer',
  },
}

function AnswerDialog({ answer, role, offeredAt, onClose }: Asked & { onClose: () => void }) {
  const client = useQueryClient()
  const isHere = useIsHere()
  const { title, text, button } = questions[answer]
  const { run, isPending, error } = useAction(
    async () => {
      const { data } = await call('answerOffer', { body: { answer, offeredAt } })
      // An older reading that is still on its way would offer it again.
      await client.cancelQueries(ownOffer)
      client.setQueryData(ownOffer.queryKey, data)
      // The next step is another.
      void client.invalidateQueries({ queryKey: summaryKey })
      onClose()
    },
    {
      onError(failure) {
        if (!isHere()) toast.error(describeRefusal(failure))
        // It may have been answered in another window, withdrawn or ended.
        void client.invalidateQueries(ownOffer)
      },
    },
  )
  return (
    <FormDialog
      title={title}
      intro={<p>{text(role)}</p>}
      error={error === null ? null : describeRefusal(error)}
      submit={button}
      isPending={isPending}
      onSubmit={() => void run()}
      onClose={onClose}
    />
  )
}

const describeRefusal = (error: unknown) =>
  (error instanceof Error && error.message) || 'Your answer was not saved. Please try again.'
