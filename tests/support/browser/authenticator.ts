import type { Page } from '@playwright/test'

/**
 * Gives the browser of the page a fingerprint reader, which always feels the finger.
 * @param hasAutofill whether passkeys are offered in the list of the email field; the reader then chooses at once
 */
export async function addAuthenticator(page: Page, { hasAutofill = false } = {}) {
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
    setFingerKnown: (isUserVerified: boolean) =>
      devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    countPasskeys: async () => (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    removeAllPasskeys: () => devTools.send('WebAuthn.clearCredentials', { authenticatorId }),
  }
}
