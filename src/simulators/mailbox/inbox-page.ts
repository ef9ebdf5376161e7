// The inbox for a person's eyes: every mail with its links, HTML shown in a sandbox.

import { escaped } from '../http/escape.ts'
import { type Answer, page } from '../http/reply.ts'
import type { Message } from './messages.ts'

export function inboxPage(messages: Message[]): Answer {
  const mails = messages.length > 0 ? messages.toReversed().map(mail).join('\n') : '<p>No mail has come in yet.</p>'
  return page(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox (simulated)</title><style>
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: #1c1b19; }
article { margin: 1.5rem 0; padding: 1rem 1.25rem; border: 1px solid #d6d3d1; border-radius: 8px; }
h2 { margin: 0; font-size: 1.2rem; } dl { display: grid; grid-template-columns: auto 1fr; gap: 0 12px; color: #57534e; } dd { margin: 0; }
iframe { width: 100%; height: 30rem; border: 1px solid #d6d3d1; background: #fff; } pre { white-space: pre-wrap; font: inherit; }
summary { min-height: 32px; cursor: pointer; }
</style></head><body><h1>Mailbox (simulated)</h1><p>Newest first. <a href="/">Look again</a></p>${mails}</body></html>`)
}

function mail({ id, from, to, subject, text, html, date, attachments }: Message): string {
  const facts = [
    ['From', from],
    ['To', to.join(', ')],
    ['Date', date],
    ['Attached', attachments.map(({ name, bytes }) => `${name} (${bytes} bytes)`).join(', ')],
  ].filter(([, value]) => value)
  return `<article aria-labelledby="mail-${id}"><h2 id="mail-${id}">${escaped(subject || '(no subject)')}</h2>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value ?? '')}</dd>`).join('')}</dl>
${links(text, html)}${html ? framed(html, subject) : `<pre>${escaped(text)}</pre>`}
${html && text ? `<details><summary>As plain text</summary><pre>${escaped(text)}</pre></details>` : ''}</article>`
}

/** No scripts and no origin inside; links open in a tab of their own. */
function framed(html: string, subject: string): string {
  const document = `<base target="_blank">${html}`
  return `<iframe title="${escaped(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escaped(document)}"></iframe>`
}

function links(text: string, html: string): string {
  const found = new Set([...hrefsOf(html), ...(text.match(/https?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?]/g) ?? [])])
  if (found.size === 0) return ''
  const items = [...found].map((url) => `<li><a href="${escaped(url)}">${escaped(url)}</a></li>`)
  return `<p>Links in this mail:</p><ul>${items.join('')}</ul>`
}

function hrefsOf(html: string): string[] {
  return [...html.matchAll(/href="(https?:\/\/[^"]+)"/g)].map(([, url]) => (url ?? '').replace(/&amp;/g, '&'))
}
