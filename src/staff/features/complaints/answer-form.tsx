import { hasCode } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { Tabs } from '#kit/ui/layout/tabs.tsx'
import type { ComplaintThread } from '#shared/api/staff/complaints.ts'
import { maxComplaintMessage } from '#shared/staff/text-limits.ts'
import { useTextsOf } from '#staff/entities/exercise/exercise-texts.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { type Direction, useMessageDrafts } from './use-message-drafts.ts'

interface Props {
  complaint: ComplaintThread
  /** The version that the person has made last. */
  ownVersion: number
  /** @param isChange whether that made another version of it */
  onSent: (complaint: ComplaintThread, isChange: boolean) => void
  onFailed: (error: unknown) => void
}

/** An answer goes out by email, a note stays inside: two tabs, so that one is not taken for the other. */
export function AnswerForm(props: Props) {
  const { drafts, change } = useMessageDrafts(props.complaint, props.ownVersion)
  const createForm = (direction: Direction) => (
    <MessageForm
      {...props}
      // What a colleague has answered since is refused first, also when the page has been read again.
      knownVersion={drafts.begunAt}
      direction={direction}
      text={drafts[direction]}
      onSent={(sent, isChange) => {
        if (isChange) change(() => ({ begunAt: sent.version }))
        props.onSent(sent, isChange)
      }}
      onType={(text) => change(() => ({ [direction]: text }))}
      // What was typed while it was on its way is not sent yet.
      onTextSent={(sent) => change((now) => (now[direction] === sent ? { [direction]: '' } : {}))}
    />
  )
  return (
    <Card title="Write">
      <Tabs
        label="What to write"
        tabs={[
          {
            name: 'out',
            label: 'Answer by email',
            panel: props.complaint.canAnswer ? (
              createForm('out')
            ) : (
              <p>
                No address is known to which an answer could go. If the sender names a user ID, link the complaint to
                the applicant; otherwise close it with a note.
              </p>
            ),
          },
          { name: 'note', label: 'Internal note', panel: createForm('note') },
        ]}
      />
    </Card>
  )
}

interface MessageFormProps extends Props {
  knownVersion: number
  direction: Direction
  text: string
  onType: (text: string) => void
  onTextSent: (sent: string) => void
}

const labels = {
  out: { box: 'Your answer', submit: 'Send the answer', sent: 'The answer is on its way.' },
  note: { box: 'Your note', submit: 'Keep the note', sent: 'The note is recorded.' },
} as const

function MessageForm({
  complaint: { number, version },
  knownVersion,
  direction,
  text,
  onType,
  onTextSent,
  onSent,
  onFailed,
}: MessageFormProps) {
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async () => {
      const body = { direction, body: text, version: hasCode(thrown, 'changed_meanwhile') ? version : knownVersion }
      const { data } = await staffCall('answerComplaint', { params: { number }, body })
      onTextSent(text)
      // A note changes nothing: the version may be a colleague's.
      onSent(data, direction === 'out')
      return labels[direction].sent
    },
    { fields: ['body'], onError: onFailed },
  )
  return (
    <FormStack onSubmit={run}>
      <FormError>{error && !hasCode(thrown, 'changed_meanwhile') ? `Your text is kept. ${error}` : null}</FormError>
      {direction === 'out' && <PreparedReplies onChoose={(reply) => onType(text ? `${text}\n\n${reply}` : reply)} />}
      <Textarea
        label={labels[direction].box}
        hint={
          direction === 'out'
            ? `Goes out by email with the number ${number}.`
            : 'Only staff see it. The sender is not told.'
        }
        rows={8}
        maxLength={maxComplaintMessage}
        value={text}
        onChange={({ target }) => onType(target.value)}
        error={errors.body}
      />
      <Actions>
        <Button type="submit" busy={isPending}>
          {labels[direction].submit}
        </Button>
      </Actions>
    </FormStack>
  )
}

/** What is chosen is added to the answer, so nothing that was typed is lost. */
function PreparedReplies({ onChoose }: { onChoose: (text: string) => void }) {
  const replies = useTextsOf('reply').filter(({ isOffered }) => isOffered)
  return (
    <Select
      label="Add a prepared reply"
      optional
      options={Object.fromEntries(replies.map(({ code, title }) => [code, title]))}
      value=""
      onChange={({ target }) => {
        const reply = replies.find(({ code }) => code === target.value)
        if (reply) onChoose(reply.text)
      }}
    />
  )
}
