import { useState } from 'react'
import { RemovedNotice } from '#applicant/form/view/removed-notice.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Dialog, FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { ErrorSummary } from '#kit/ui/feedback/error-summary.tsx'
import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { Toaster } from '#kit/ui/feedback/toaster.tsx'
import { type Tone, ToneIcon, toneLabels } from '#kit/ui/feedback/tone.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { type GalleryGroup, longText, Row, Specimen } from './specimen.tsx'

const tones = Object.keys(toneLabels) as Tone[]
const kinds: StatusKind[] = ['done', 'waiting', 'wrong', 'new', 'open']
/** Milliseconds. The app's own Toaster shares the toasts, so this one must never dismiss them. */
const maxDuration = 2 ** 31 - 1

export const messageGroup: GalleryGroup = {
  id: 'messages',
  title: 'Messages and statuses',
  Specimens: () => (
    <>
      {tones.map((tone) => (
        <Specimen key={tone} title={`Banner, ${tone}`}>
          <Banner tone={tone} title="Verify your NIN before you submit.">
            <p>You can fill in the form meanwhile.</p>
            <Button variant="secondary">Try again</Button>
          </Banner>
        </Specimen>
      ))}
      <Specimen title="Banner with text only, and much of it">
        <Banner tone="info">{`${longText}. `.repeat(3)}</Banner>
      </Specimen>
      <Specimen title="ToneIcon and Status">
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
      <Specimen title="ErrorSummary: links, a location, an error without a field">
        <ErrorSummary
          focus="elsewhere"
          errors={[
            { message: 'Place of birth is required.', field: 'gallery-error' },
            { message: 'All institution fields are required.', field: 'gallery-error', where: 'Institution 2, Course' },
            { message: 'You are offline. Try again in a minute.' },
          ]}
        />
      </Specimen>
      <Specimen title="FormError: the red line above the fields">
        <FormError>User ID or password is incorrect.</FormError>
      </Specimen>
      <Specimen title="Toaster: show one of each; they disappear after their time">
        <Row>
          {tones.map((tone) => (
            <Button
              key={tone}
              variant="secondary"
              onClick={() => toast[tone](`A toast of the kind ‘${tone}’. ${longText}`)}
            >
              {tone}
            </Button>
          ))}
        </Row>
        <LastingToasts />
      </Specimen>
      <Specimen title="Dialog; FormDialog: plain, with an error, dangerous">
        <Dialogs />
      </Specimen>
      <Specimen title="RemovedNotice: takes the focus when it appears">
        <Removal />
      </Specimen>
    </>
  ),
}

function LastingToasts() {
  const [isVisible, setVisible] = useState(false)
  return (
    <>
      <Button variant="quiet" aria-pressed={isVisible} onClick={() => setVisible(!isVisible)}>
        Keep them on the screen
      </Button>
      {isVisible && <Toaster duration={maxDuration} />}
    </>
  )
}

const dialogs = ['Dialog', 'FormDialog', 'FormDialog with an error', 'Dangerous FormDialog'] as const

function Dialogs() {
  const [open, setOpen] = useState<(typeof dialogs)[number] | null>(null)
  const close = () => setOpen(null)
  return (
    <Row>
      {dialogs.map((title) => (
        <Button key={title} variant="secondary" onClick={() => setOpen(title)}>
          {title}
        </Button>
      ))}
      {open === 'Dialog' && (
        <Dialog title={open} onClose={close}>
          <p>{longText}</p>
          <Button onClick={close}>Close</Button>
        </Dialog>
      )}
      {open && open !== 'Dialog' && (
        <FormDialog
          title={open}
          intro={<p>{longText}</p>}
          error={open === 'FormDialog with an error' ? 'The server did not answer.' : null}
          submit="Send"
          isDangerous={open === 'Dangerous FormDialog'}
          isPending={false}
          onSubmit={close}
          onClose={close}
        />
      )}
    </Row>
  )
}

function Removal() {
  const [isRemoved, setRemoved] = useState(false)
  const putBack = () => setRemoved(false)
  return isRemoved ? (
    <RemovedNotice entryTitle={`Lecturer II, ${longText}, 2006–2014`} onUndo={putBack} onClose={putBack} />
  ) : (
    <Button variant="danger" onClick={() => setRemoved(true)}>
      Remove
    </Button>
  )
}
