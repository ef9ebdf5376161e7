import { useState } from 'react'
import { RemovedNotice } from '#web/form/view/removed-notice.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { ErrorSummary } from '#web/ui/feedback/error-summary.tsx'
import { Status, type StatusKind } from '#web/ui/feedback/status.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Toaster } from '#web/ui/feedback/toaster.tsx'
import { type Tone, ToneIcon, toneWords } from '#web/ui/feedback/tone.tsx'
import { FormError } from '#web/ui/layout/form-stack.tsx'
import { type Group, longText, Row, Specimen } from './specimen.tsx'

const tones = Object.keys(toneWords) as Tone[]
const kinds: StatusKind[] = ['done', 'waiting', 'wrong', 'new', 'open']
/** Milliseconds; the app has a Toaster of its own, which this one must not empty. */
const forEver = 2 ** 31 - 1

export const messages: Group = {
  id: 'messages',
  title: 'Messages and statuses',
  Specimens: () => (
    <>
      {tones.map((tone) => (
        <Specimen key={tone} of={`Banner, ${tone}`}>
          <Banner tone={tone} title="Verify your NIN before you submit.">
            <p>You can fill in the form meanwhile.</p>
            <Button look="secondary">Try again</Button>
          </Banner>
        </Specimen>
      ))}
      <Specimen of="Banner, only words, and many">
        <Banner tone="info">{`${longText}. `.repeat(3)}</Banner>
      </Specimen>
      <Specimen of="ToneIcon and Status">
        <Row>
          {tones.map((tone) => (
            <ToneIcon key={tone} tone={tone} />
          ))}
          {kinds.map((kind) => (
            <Status key={kind} kind={kind}>
              {kind}
            </Status>
          ))}
        </Row>
      </Specimen>
      <Specimen of="ErrorSummary: links, a place, a problem with no field of its own">
        <ErrorSummary
          focus="elsewhere"
          problems={[
            { message: 'Place of birth is required.', field: 'gallery-error' },
            { message: 'All institution fields are required.', field: 'gallery-error', where: 'Institution 2, Course' },
            { message: 'The line is down. Try again in a minute.' },
          ]}
        />
      </Specimen>
      <Specimen of="FormError: the red line above the fields">
        <FormError>User ID or password is incorrect.</FormError>
      </Specimen>
      <Specimen of="Toaster: raise one of each, they go after their time">
        <Row>
          {tones.map((tone) => (
            <Button
              key={tone}
              look="secondary"
              onClick={() => toast[tone](`A toast of the kind ‘${tone}’. ${longText}`)}
            >
              {tone}
            </Button>
          ))}
        </Row>
        <LastingToasts />
      </Specimen>
      <Specimen of="RemovedNotice: takes the focus when it appears">
        <Removal />
      </Specimen>
    </>
  ),
}

/** Shows toasts for as long as one looks at them. */
function LastingToasts() {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Button look="quiet" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        Keep them on the screen
      </Button>
      {isShown && <Toaster stay={forEver} />}
    </>
  )
}

function Removal() {
  const [isRemoved, setRemoved] = useState(false)
  const putBack = () => setRemoved(false)
  return isRemoved ? (
    <RemovedNotice what={`Lecturer II, ${longText}, 2006–2014`} onUndo={putBack} onClose={putBack} />
  ) : (
    <Button look="danger" onClick={() => setRemoved(true)}>
      Remove
    </Button>
  )
}
