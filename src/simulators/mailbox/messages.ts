// The mails that came in, newest last.
import PostalMime, { type Address } from 'postal-mime'

export interface Message {
  id: string
  /** As the reader sees it: `Name <address>`. */
  from: string
  /** The addresses it was delivered to, copies and blind copies included. */
  to: string[]
  subject: string
  text: string
  html: string
  /** ISO, when it arrived. */
  date: string
  attachments: { name: string; type: string; bytes: number }[]
}

export type Messages = ReturnType<typeof createMessages>

const MESSAGES_KEPT = 1000

export function createMessages(now: () => Date) {
  let kept: Message[] = []
  let serial = 0
  return {
    /** @param raw the mail as it came over the wire */
    async add(raw: Buffer, to: string[]): Promise<Message> {
      const mail = await PostalMime.parse(raw)
      serial += 1
      const message: Message = {
        id: String(serial),
        from: written(mail.from),
        to,
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        date: now().toISOString(),
        attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
          name: filename ?? '',
          type: mimeType,
          bytes: typeof content === 'string' ? content.length : content.byteLength,
        })),
      }
      kept = [...kept, message].slice(-MESSAGES_KEPT)
      return message
    },
    /** @param to only the mails of this address */
    list(to?: string | null): Message[] {
      if (!to) return kept
      const wanted = to.toLowerCase()
      return kept.filter((message) => message.to.some((address) => address.toLowerCase() === wanted))
    },
    clear(): void {
      kept = []
    },
  }
}

function written(sender: Address | undefined): string {
  if (!sender?.address) return ''
  return sender.name ? `${sender.name} <${sender.address}>` : sender.address
}
