import { type ChangeEvent, type FormEvent, useState } from 'react'
import { notices } from '#shared/messages/web-messages.ts'
import { textLimits } from '#shared/policy/limits.ts'
import { fieldWords, serverWords } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/http.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { FormError, FormStack } from '#web/ui/layout/form-stack.tsx'
import { blankLetter, complaintOf, type Letter, type Writer } from './complaint.ts'

interface Props {
  from: Writer
  letter: Letter
  onChange(typed: Partial<Letter>): void
}

/** The complaint of one kind of writer. What was typed stays until it was sent (specification, section 2). */
export function ComplaintForm({ from, letter, onChange }: Props) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [answer, setAnswer] = useState('')

  async function submit(event: FormEvent) {
    event.preventDefault()
    setPending(true)
    setFailure(null)
    setAnswer('')
    try {
      const { message } = await call('createComplaint', { body: complaintOf(letter, from) })
      toast.success(message)
      setAnswer(message)
      onChange(blankLetter)
    } catch (error) {
      toast.error(serverWords(error) || notices.contact.unexpected)
      setFailure(error)
    } finally {
      setPending(false)
    }
  }

  const bound = (name: keyof Letter) => ({
    name,
    value: letter[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange({ [name]: target.value }),
    error: fieldWords(failure, name),
  })

  return (
    <FormStack onSubmit={submit}>
      <FormError>{failure ? serverWords(failure) || notices.contact.unexpected : null}</FormError>
      {answer && (
        <Banner tone="success" role="status">
          {answer}
        </Banner>
      )}
      {from === 'existing' ? (
        <TextInput
          label="User ID"
          hint="if registered use USER ID only***"
          autoComplete="username"
          autoCapitalize="characters"
          spellCheck={false}
          {...bound('userId')}
        />
      ) : (
        <>
          <TextInput label="FullName" autoComplete="name" {...bound('fullname')} />
          <TextInput label="Email Address" type="email" autoComplete="email" {...bound('email')} />
        </>
      )}
      <Textarea label="Complaint" rows={8} maxLength={textLimits.complaint} {...bound('complain')} />
      <Button type="submit" busy={pending}>
        Send
      </Button>
    </FormStack>
  )
}
