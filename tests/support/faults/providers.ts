// Starts the simulated providers and the mail recorder for a server under test.
import { randomBytes } from 'node:crypto'
import { startNinSimulator } from '#simulators/nin/simulator.ts'
import { startRemitaSimulator } from '#simulators/remita/simulator.ts'
import { providerSettings } from '../simulators/provider-settings.ts'
import { startMailRecorder } from './check/mail-recorder.ts'

// Other credentials than the demo's, which production refuses.
const credentials = { merchantId: '1000001', serviceTypeId: '1000002', apiKey: '1000003', publicKey: 'public-key' }
const keys = { apiKey: 'key-of-the-fault-tests', appId: 'app-of-the-fault-tests' }

export async function startProviders() {
  const [remita, nin, mail] = await Promise.all([
    startRemitaSimulator({ credentials }),
    startNinSimulator({ keys }),
    startMailRecorder(),
  ])
  const secret = randomBytes(32)
  return {
    mail,
    remita: remita.url,
    nin: nin.url,
    secretKeys: [secret] as const,
    /** Everything a server needs except DATA_DIR and DATABASE_URL. */
    settings: { SECRET_KEY: secret.toString('base64'), ...providerSettings(remita, nin, mail.url) },
    stopProviders: () => Promise.all([remita.close(), nin.close(), mail.stop()]),
  }
}
