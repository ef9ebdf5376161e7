// The passport photo can be set in the settings and in the first step of the form: one way for both.
import { notices } from '#shared/messages/web-messages.ts'
import { serverWords } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/http.ts'
import { sendFile } from '#web/lib/http/send-file.ts'
import { keepUser } from '../session/session.ts'

/** How a change of photo went: the server's sentence, or what went wrong (specification, section 8). */
export interface PhotoOutcome {
  message: string
  problem: string
}

/** Uploads the image, then makes it the photo of the session's user. Never rejects. */
export async function changePhoto(photo: File): Promise<PhotoOutcome> {
  if (!photo.type.startsWith('image/')) return failed(notices.photo.uploadFailed('choose an image, JPEG or PNG.'))
  let passport: string
  try {
    passport = await sendFile(photo)
  } catch (error) {
    const words = serverWords(error)
    return failed(words ? notices.photo.uploadFailed(words) : notices.photo.uploadError)
  }

  try {
    const { message, data } = await call('updatePhoto', { body: { passport } })
    keepUser(data)
    return { message, problem: '' }
  } catch (error) {
    return failed(serverWords(error) || notices.photo.updateError)
  }
}

const failed = (problem: string): PhotoOutcome => ({ message: '', problem })
