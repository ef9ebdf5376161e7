import { type ChangeEvent, useState } from 'react'
import { Link } from 'react-router'
import { call } from '#applicant/http/call.ts'
import { fieldMessage, serverMessage } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { messages } from '#shared/messages/web-messages.ts'
import { findComplaintError } from '#shared/policy/complaint.ts'
import { textLimits } from '#shared/policy/limits.ts'
import { paths } from '#shared/routes.ts'
import { buildComplaintBody, type ComplaintFields, type ComplaintSender, emptyComplaint } from './complaint.ts'

interface Confirmation {
  message: string
  number: string
}

interface Props {
  sender: ComplaintSender
  fields: ComplaintFields
  /** Held above the tabs: it goes on, and tells how it ended, while the other one is open. */
  sending: ReturnType<typeof useComplaintSending>
  onChange(changed: Partial<ComplaintFields>): void
}

export function useComplaintSending(
  sender: ComplaintSender,
  fields: ComplaintFields,
  onSent: (sent: ComplaintFields) => void,
) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const send = useAction(
    async () => {
      setConfirmation(null)
      const { message, data } = await call('createComplaint', { body: buildComplaintBody(fields, sender) })
      toast.success(message)
      setConfirmation({ message, number: data.number })
      onSent(fields)
    },
    { onError: (error) => toast.error(getErrorMessage(error)) },
  )
  return { send, confirmation }
}

/** The complaint of one kind of sender. What was typed stays until it has been sent. */
export function ComplaintForm({ sender, fields, sending: { send, confirmation }, onChange }: Props) {
  const [complaintError, setComplaintError] = useState<string | null>(null)

  function submit() {
    const error = findComplaintError(fields.complain)
    setComplaintError(error && messages.contact[error])
    if (!error) void send.run()
  }

  const hasFieldError = sentFields.some((name) => fieldMessage(send.error, name))
  const fieldProps = (name: keyof ComplaintFields) => ({
    name,
    value: fields[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange({ [name]: target.value }),
    error: fieldMessage(send.error, name),
  })

  return (
    <FormStack onSubmit={submit}>
      {/* A field says what is wrong with it; the line does not repeat it. */}
      <FormError>{send.error && !hasFieldError ? getErrorMessage(send.error) : null}</FormError>
      {confirmation && (
        <Banner tone="success" role="status">
          <p>{confirmation.message}</p>
          <p>{messages.contact.received(confirmation.number)}</p>
        </Banner>
      )}
      {sender === 'existing' ? (
        <TextInput
          label="User ID"
          hint="if registered use USER ID only***"
          autoComplete="username"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          {...fieldProps('userId')}
        />
      ) : (
        <>
          <TextInput label="FullName" autoComplete="name" enterKeyHint="next" {...fieldProps('fullname')} />
          <TextInput
            label="Email Address"
            type="email"
            autoComplete="email"
            enterKeyHint="next"
            {...fieldProps('email')}
          />
        </>
      )}
      <Textarea
        label="Complaint"
        rows={8}
        maxLength={textLimits.contactMessage}
        {...fieldProps('complain')}
        error={complaintError ?? fieldMessage(send.error, 'complain')}
      />
      <p>
        We use what you write to answer you. <Link to={paths.privacy}>Privacy notice</Link>
      </p>
      <Button type="submit" busy={send.isPending}>
        Send
      </Button>
    </FormStack>
  )
}

const sentFields = Object.keys(emptyComplaint) as (keyof ComplaintFields)[]

const getErrorMessage = (error: unknown) => serverMessage(error) || messages.contact.unexpected
