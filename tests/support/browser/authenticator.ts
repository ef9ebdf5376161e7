import type { Page } from '@playwright/test'

/** A fingerprint reader of the browser. */
export interface BrowserAuthenticator {
  /** Whether the finger is that of the owner. */
  setFingerKnown(isKnown: boolean): Promise<void>
  countPasskeys(): Promise<number>
  removeAllPasskeys(): Promise<void>
}

/**
 * Gives the browser of the page a fingerprint reader, which always feels the owner's finger.
 * @param hasAutofill whether passkeys are offered in the list of the email field; the reader then chooses at once
 */
export async function addAuthenticator(page: Page, { hasAutofill = false } = {}): Promise<BrowserAuthenticator> {
  if (!hasAutofill)
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async setFingerKnown(isUserVerified) {
      await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    async countPasskeys() {
      return (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    },
    async removeAllPasskeys() {
      await devTools.send('WebAuthn.clearCredentials', { authenticatorId })
    },
  }
}
