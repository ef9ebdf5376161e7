import { FocusedMessage } from '#applicant/form/view/focused-message.tsx'
import { useIsOffline } from '#applicant/offline/connection.ts'
import { TextLink } from '#kit/ui/actions/text-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { sections } from '#shared/application/sections.ts'
import { findStep, steps } from '#shared/application/steps.ts'
import { paths } from '#shared/routes.ts'
import type { SubmitOutcome } from './submit.ts'

/** Why the form was not accepted, and what to do. A toast alone would disappear too soon. */
export function SubmitError({ outcome }: { outcome: Exclude<SubmitOutcome, { kind: 'done' }> }) {
  return (
    <FocusedMessage>
      <Banner tone="error" title={outcome.message}>
        <Remedy outcome={outcome} />
      </Banner>
    </FocusedMessage>
  )
}

function Remedy({ outcome }: { outcome: Exclude<SubmitOutcome, { kind: 'done' }> }) {
  switch (outcome.kind) {
    case 'nin required':
      return <TextLink to={paths.verifyNin}>Verify your NIN</TextLink>
    case 'unreachable':
      return <Unreachable />
    case 'over':
      return null
    case 'refused':
      if (outcome.errors.length === 0) return null
      return (
        <ul>
          {outcome.errors.map(({ path, message }) => (
            <li key={path}>
              {describeLocation(path)}: {message}
            </li>
          ))}
        </ul>
      )
  }
}

function Unreachable() {
  const isOffline = useIsOffline()
  return (
    <p>
      {isOffline ? 'You are offline. ' : 'We got no answer. '}
      Your answers are kept; click Submit again{isOffline && ' when the network is back'}, as often as you need: it
      counts once.
    </p>
  )
}

/** "Step 2, Institutions attended" for institutions.1.name. */
function describeLocation(path: string) {
  const [name = ''] = path.split('.')
  const step = steps[findStep(path)]
  if (!step) return 'Form'
  return `Step ${findStep(path) + 1}, ${sections[name as keyof typeof sections].title}`
}
