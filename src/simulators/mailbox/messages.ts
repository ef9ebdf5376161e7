// The received emails, newest last.
import PostalMime, { type Address } from 'postal-mime'

export interface Message {
  id: string
  /** `Name <address>`. */
  from: string
  /** Every address it was delivered to, including copies and blind copies. */
  to: string[]
  subject: string
  text: string
  html: string
  /** ISO; when it arrived. */
  date: string
  attachments: { name: string; type: string; bytes: number }[]
}

export type Messages = ReturnType<typeof createMessages>

const maxMessages = 1000

export function createMessages(now: () => Date) {
  let messages: Message[] = []
  let serial = 0
  return {
    /** @param raw as received */
    async add(raw: Buffer, to: string[]): Promise<Message> {
      const mail = await PostalMime.parse(raw)
      serial += 1
      const message: Message = {
        id: String(serial),
        from: formatAddress(mail.from),
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
      messages = [...messages, message].slice(-maxMessages)
      return message
    },
    /** @param to only the emails to this address */
    list(to?: string | null): Message[] {
      if (!to) return messages
      const wanted = to.toLowerCase()
      return messages.filter((message) => message.to.some((address) => address.toLowerCase() === wanted))
    },
    clear(): void {
      messages = []
    },
  }
}

function formatAddress(sender: Address | undefined): string {
  if (!sender?.address) return ''
  return sender.name ? `${sender.name} <${sender.address}>` : sender.address
}
