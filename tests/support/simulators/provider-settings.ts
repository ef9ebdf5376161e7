// Server settings that point to the simulators instead of the real providers.
import type { NinSimulator } from '#simulators/nin/simulator.ts'
import type { RemitaSimulator } from '#simulators/remita/simulator.ts'

export const providerSettings = (remita: RemitaSimulator, nin: NinSimulator, smtpUrl: string) => ({
  REMITA_BASE_URL: `${remita.url}/remita/exapp/api/v1/send/api`,
  REMITA_WIDGET_URL: `${remita.url}/payment/v1/remita-pay-inline.bundle.js`,
  REMITA_MERCHANT_ID: remita.credentials.merchantId,
  REMITA_SERVICE_TYPE_ID: remita.credentials.serviceTypeId,
  REMITA_API_KEY: remita.credentials.apiKey,
  REMITA_PUBLIC_KEY: 'test-public-key',
  NIN_BASE_URL: nin.url,
  NIN_API_KEY: nin.keys.apiKey,
  NIN_APP_ID: nin.keys.appId,
  SMTP_URL: smtpUrl,
  MAIL_FROM: 'Recruitment <recruitment@example.org>',
})
