// What stands around a server under test, whoever keeps its database: the providers and a mail server.
import { randomBytes } from 'node:crypto'
import { startNinSimulator } from '#simulators/nin/simulator.ts'
import { startRemitaSimulator } from '#simulators/remita/simulator.ts'
import { providerSettings } from '../simulators/provider-settings.ts'
import { openMailBook } from './check/mail-recorder.ts'

export async function openProviders() {
  const [remita, nin, mail] = await Promise.all([startRemitaSimulator(), startNinSimulator(), openMailBook()])
  const secret = randomBytes(32)
  return {
    mail,
    remita: remita.url,
    nin: nin.url,
    secretKeys: [secret] as const,
    /** By which a server finds them; DATA_DIR and the database are left out. */
    settings: { SECRET_KEY: secret.toString('base64'), ...providerSettings(remita, nin, mail.url) },
    closeProviders: () => Promise.all([remita.close(), nin.close(), mail.shut()]),
  }
}
