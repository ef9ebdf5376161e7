// Browsers offer passkeys in the list below the email field, beside saved passwords.
import { useEffect, useEffectEvent } from 'react'
import type { PasskeyAnswer } from '#shared/api/staff/passkeys.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { canUsePasskeys, loadPasskeyLibrary, toLibraryOptions } from './passkeys.ts'

/** Before the challenge expires. */
const renewalMs = 4 * 60_000

/**
 * Lets the browser offer passkeys in fields with `autoComplete="… webauthn"`, where it can, until the page is left.
 * @param isPaused while the person is asked for a passkey in another way: browsers ask for one at a time
 */
export function usePasskeyAutofill(isPaused: boolean, onAnswer: (answer: PasskeyAnswer) => void) {
  const answer = useEffectEvent(onAnswer)

  useEffect(() => {
    if (isPaused || !canUsePasskeys()) return undefined
    let isOver = false

    async function offer() {
      const { browserSupportsWebAuthnAutofill, startAuthentication } = await loadPasskeyLibrary()
      if (!(await browserSupportsWebAuthnAutofill())) return
      const { data } = await staffCall('preparePasskeySignIn', { body: {} })
      if (isOver) return
      const chosen = await startAuthentication({ optionsJSON: toLibraryOptions(data), useBrowserAutofill: true })
      if (!isOver) answer(chosen)
    }

    // Nobody has asked for it, so nobody needs to know when it fails: the button says what is wrong.
    const offerQuietly = () => void offer().catch(() => {})
    offerQuietly()
    const timer = setInterval(offerQuietly, renewalMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [isPaused])

  useEffect(
    () => () => {
      if (canUsePasskeys())
        void loadPasskeyLibrary().then(
          ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
          () => {},
        )
    },
    [],
  )
}
