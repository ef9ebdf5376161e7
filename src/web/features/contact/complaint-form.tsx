import { type FormEvent, useRef, useState } from 'react'
import { textLimits } from '#shared/rules/limits.ts'
import { notices } from '#shared/words/notices.ts'
import { fieldWords, serverWords } from '#web/lib/api-error.ts'
import { call } from '#web/lib/http.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError, FormStack } from '#web/ui/form-stack.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'

export type Writer = 'existing' | 'new'

/** The complaint of one kind of writer. What was typed stays until it was sent (specification, section 2). */
export function ComplaintForm({ from }: { from: Writer }) {
  const form = useRef<HTMLFormElement>(null)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [answer, setAnswer] = useState('')
  // A new one for each complaint that was sent, so that the counter begins again too.
  const [sent, setSent] = useState(0)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.current) return
    setPending(true)
    setFailure(null)
    setAnswer('')
    try {
      const { message } = await call('createComplaint', { body: complaintIn(new FormData(form.current), from) })
      toast.success(message)
      setAnswer(message)
      setSent(sent + 1)
    } catch (error) {
      toast.error(serverWords(error) || notices.contact.unexpected)
      setFailure(error)
    } finally {
      setPending(false)
    }
  }

  return (
    <FormStack ref={form} key={sent} onSubmit={submit}>
      <FormError>{failure ? serverWords(failure) || notices.contact.unexpected : null}</FormError>
      {answer && (
        <Banner tone="success" role="status">
          {answer}
        </Banner>
      )}
      {from === 'existing' ? <KnownWriter failure={failure} /> : <NewWriter failure={failure} />}
      <Textarea
        label="Complaint"
        name="complain"
        rows={8}
        maxLength={textLimits.complaint}
        error={fieldWords(failure, 'complain')}
      />
      <Button type="submit" busy={pending}>
        Send
      </Button>
    </FormStack>
  )
}

const KnownWriter = ({ failure }: { failure: unknown }) => (
  <TextInput
    label="User ID"
    name="userId"
    hint="if registered use USER ID only***"
    autoComplete="username"
    autoCapitalize="characters"
    spellCheck={false}
    error={fieldWords(failure, 'userId')}
  />
)

const NewWriter = ({ failure }: { failure: unknown }) => (
  <>
    <TextInput label="FullName" name="fullname" autoComplete="name" error={fieldWords(failure, 'fullname')} />
    <TextInput
      label="Email Address"
      name="email"
      type="email"
      autoComplete="email"
      error={fieldWords(failure, 'email')}
    />
  </>
)

/** Either the user ID or name and email is null, by who writes (specification, section 3). */
function complaintIn(typed: FormData, from: Writer) {
  const text = (name: string) => String(typed.get(name) ?? '')
  const complain = text('complain')
  return from === 'existing'
    ? { userId: text('userId'), complain, fullname: null, email: null }
    : { userId: null, complain, fullname: text('fullname'), email: text('email') }
}
